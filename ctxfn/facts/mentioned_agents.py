"""Agents whom the person named in the last message, to have them answer."""

from __future__ import annotations

from typing import ClassVar, Final, Literal

from attrs import frozen

from ctxfn.facts.check_fields import check_fields
from ctxfn.messages import ToolName

__all__ = ["MentionedAgent", "MentionedAgents"]

_CALL_AGENT: Final = ToolName("lobe-agent-management", "callAgent")


@frozen
class MentionedAgent:
    """An agent by id and name."""

    id: str
    name: str

    __attrs_post_init__ = check_fields


@frozen
class MentionedAgents:
    """All of them; `call_tool` is the tool that asks one. Tell it only where that is on offer.

    A tool given as bare text is its name on the wire, for requests that write names in another
    way than `ctxfn.tools.wire_name` does.

    Raises:
        InvalidFact: a field holds what it cannot.
    """

    CHANGES: ClassVar[Literal["never", "turn", "step"]] = "turn"

    agents: tuple[MentionedAgent, ...] = ()
    call_tool: ToolName | str = _CALL_AGENT

    __attrs_post_init__ = check_fields
