"""Addresses that belong to an agent: what it may do with them, and how much waits unread.

Senders, subjects and texts of what waits have no field: in the system message they would speak
with the application's authority.
"""

from __future__ import annotations

from typing import Annotated, ClassVar, Literal

from annotated_types import Ge
from attrs import frozen

from ctxfn.facts.check_fields import check_fields
from ctxfn.messages import ToolName

__all__ = ["AgentAccount", "AgentAccounts"]


@frozen
class AgentAccount:
    """An address of a kind (``email``, ``phone``, ...) at a provider, and what it is good for.

    Raises:
        InvalidFact: a field holds what it cannot.
    """

    kind: str
    identifier: str
    provider: str
    display_name: str | None = None
    receive: bool = False
    send: bool = False
    sign: bool = False
    login: bool = False
    send_blocked_reason: str | None = None

    __attrs_post_init__ = check_fields

    @property
    def abilities(self) -> tuple[str, ...]:
        """What it is good for, in words.

        Examples:
            >>> AgentAccount("email", "m@example.org", "mailco", receive=True, send=True).abilities
            ('receive', 'send')
        """
        return tuple(
            name for name in ("receive", "send", "sign", "login") if getattr(self, name) is True
        )


@frozen
class AgentAccounts:
    """All of them, and the number of unread messages; `reader` is the tool that reads those.

    Raises:
        InvalidFact: a field holds what it cannot.
    """

    CHANGES: ClassVar[Literal["never", "turn", "step"]] = "turn"

    accounts: tuple[AgentAccount, ...] = ()
    unread: Annotated[int, Ge(0)] = 0
    reader: ToolName | str | None = None

    __attrs_post_init__ = check_fields
