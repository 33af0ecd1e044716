"""What is still to be done, at the tail: it changes from step to step."""

from __future__ import annotations

from typing import Final

from ctxfn.facts import TodoList
from ctxfn.functional import countby
from ctxfn.messages import enclose, tag
from ctxfn.slots import TAIL, Injector

__all__ = ["render_todo_list", "todo_list"]


def render_todo_list(todos: TodoList) -> str:
    """Write the todos as tags and count them by status; no todos, no text.

    Contract:
        One tag an item, in the list's own order, then one progress tag.
        Whatever the values hold is escaped.

    Complexity: O(characters).

    Source: LobeHub context-engine, todo injector: tags and their order; it
    escapes nothing, we do.

    Examples:
        >>> from ctxfn.facts import Todo
        >>> todos = TodoList((Todo("read", "completed"), Todo("a < b")))
        >>> print(render_todo_list(todos))
        <todos>
        <todo index="0" status="completed">read</todo>
        <todo index="1" status="todo">a &lt; b</todo>
        <progress completed="1" processing="0" total="2" />
        </todos>
        >>> render_todo_list(TodoList())
        ''
    """
    if not todos.items:
        return ""
    counts = countby(lambda todo: todo.status, todos.items)
    lines = [
        tag("todo", todo.text, index=index, status=todo.status)
        for index, todo in enumerate(todos.items)
    ]
    progress = tag(
        "progress",
        completed=counts.get("completed", 0),
        processing=counts.get("processing", 0),
        total=len(todos.items),
    )
    return enclose("todos", *lines, progress)


todo_list: Final = Injector("todo_list", TAIL, TodoList, render_todo_list, tag="todo_context")
