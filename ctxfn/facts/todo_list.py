"""What is still to be done."""

from __future__ import annotations

from typing import Literal

from attrs import frozen

__all__ = ["Todo", "TodoList"]


@frozen
class Todo:
    """One thing to do."""

    text: str
    status: Literal["todo", "processing", "completed"] = "todo"


@frozen
class TodoList:
    """The things to do, in their order; an empty list says nothing."""

    items: tuple[Todo, ...] = ()
