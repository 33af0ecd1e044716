"""What is still to be done."""

from __future__ import annotations

from typing import ClassVar, Literal

from attrs import frozen

from ctxfn.facts.check_fields import check_fields

__all__ = ["Todo", "TodoList"]


@frozen
class Todo:
    """One thing to do."""

    text: str
    status: Literal["todo", "processing", "completed"] = "todo"

    __attrs_post_init__ = check_fields


@frozen
class TodoList:
    """The things to do, in their order; an empty list says nothing.

    Of several that are told the last counts: first the list of the plan, then that of the step.
    So an empty list told last takes back what was planned.
    """

    CHANGES: ClassVar[Literal["never", "turn", "step"]] = "step"

    items: tuple[Todo, ...] = ()

    __attrs_post_init__ = check_fields
