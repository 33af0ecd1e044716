"""What the application knows about one request, written as text."""

from __future__ import annotations

from collections.abc import Sequence

from benchmarks.twins.escaping import escape, tag

__all__ = ["File", "Todo", "render_date", "render_knowledge", "render_todos"]

#: Id, name and text of a file.
File = tuple[str, str, str]
#: Text and status: todo, processing or completed.
Todo = tuple[str, str]


def render_date(date: str) -> str:
    """Return the line that tells the *date*, its zone included."""
    return f"Current date: {date}"


def render_todos(todos: Sequence[Todo]) -> str:
    """Return one tag a todo, in order, and how many are in which state."""
    if not todos:
        return ""
    lines = [
        tag("todo", {"index": index, "status": status}, escape(text))
        for index, (text, status) in enumerate(todos)
    ]
    states = [status for _, status in todos]
    progress = {
        "completed": states.count("completed"),
        "processing": states.count("processing"),
        "total": len(states),
    }
    return "\n".join(["<todos>", *lines, tag("progress", progress), "</todos>"])


def render_knowledge(files: Sequence[File]) -> str:
    """Return the files an agent was given, each in a tag."""
    if not files:
        return ""
    lines = [
        tag("file", {"id": file_id, "name": name}, f"\n{escape(text)}\n")
        for file_id, name, text in files
    ]
    return "\n".join(
        [
            "<agent_knowledge>",
            "<instruction>Answer from the files below; no knowledge base is attached.</instruction>",
            f'<files totalCount="{len(files)}">',
            *lines,
            "</files>",
            "</agent_knowledge>",
        ]
    )
