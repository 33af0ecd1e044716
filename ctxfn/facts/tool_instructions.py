"""How the tools on offer are to be used, package by package."""

from __future__ import annotations

from typing import ClassVar, Literal

from attrs import frozen

from ctxfn.facts.check_fields import check_fields

__all__ = ["ToolInstructions", "ToolManual"]


@frozen
class ToolManual:
    """What is said of one package of tools; `instructions` are its author's, for the model.

    `functions` are the names of its functions: a package without any, and without instructions,
    has nothing to be told. `tells_date`: its instructions say what day it is.

    Raises:
        InvalidFact: a field holds what it cannot.
    """

    identifier: str
    title: str | None = None
    description: str | None = None
    instructions: str | None = None
    functions: tuple[str, ...] = ()
    tells_date: bool = False

    __attrs_post_init__ = check_fields


@frozen
class ToolInstructions:
    """All packages on offer, in the order they are told.

    Raises:
        InvalidFact: a field holds what it cannot.
    """

    CHANGES: ClassVar[Literal["never", "turn", "step"]] = "step"

    manuals: tuple[ToolManual, ...] = ()

    __attrs_post_init__ = check_fields

    @property
    def tells_date(self) -> bool:
        """Whether some instructions that will be told say what day it is.

        Examples:
            >>> ToolInstructions((ToolManual("web", tells_date=True),)).tells_date
            False
            >>> ToolInstructions(
            ...     (ToolManual("web", instructions="It is May 1.", tells_date=True),)
            ... ).tells_date
            True
        """
        return any(
            one.tells_date and bool(one.instructions and one.instructions.strip())
            for one in self.manuals
        )
