"""A new person being welcomed: what is known, and what comes next."""

from __future__ import annotations

from typing import Annotated, ClassVar, Literal

from annotated_types import Ge
from attrs import frozen

from ctxfn.facts.check_fields import check_fields

__all__ = ["Account", "Onboarding"]


@frozen
class Account:
    """Names from the person's account; nobody has confirmed them."""

    display_name: str | None = None
    full_name: str | None = None
    username: str | None = None

    __attrs_post_init__ = check_fields


@frozen
class Onboarding:
    """The guidance of the phase it is in, the documents written so far, and what is counted.

    `soul` is the agent's own document, `persona` the one about the person. `exchanges` were had
    in the discovery phase, `remaining` are left. `finished`: nothing more is to be hinted at.

    Raises:
        InvalidFact: a field holds what it cannot.
    """

    CHANGES: ClassVar[Literal["never", "turn", "step"]] = "step"

    guidance: str = ""
    soul: str | None = None
    persona: str | None = None
    exchanges: Annotated[int, Ge(0)] | None = None
    remaining: Annotated[int, Ge(0)] | None = None
    account: Account | None = None
    finished: bool = False

    __attrs_post_init__ = check_fields
