"""Read back what was written of a message: what it no longer says is a loss."""

from __future__ import annotations

from typing import Final

from attrs import evolve, fields

from ctxfn.messages import (
    AskedElsewhere,
    Assistant,
    Attributed,
    Enveloped,
    File,
    Image,
    Node,
    Origin,
    Part,
    Reported,
    System,
    ToolName,
    ToolResult,
    User,
    is_ours,
    own,
)
from ctxfn.wire.file_bytes import file_as_uri
from ctxfn.wire.openai_chat.spelling import spelled
from ctxfn.wire.openai_responses.read_rows import read_rows
from ctxfn.wire.openai_responses.reader import Reader
from ctxfn.wire.openai_responses.write_parts import data_uri
from ctxfn.wire.openai_responses.writer import Writer

__all__ = ["check_back", "check_rows"]

#: What somebody who reads the answer would miss; all else is what a store knows.
_SAID: Final = ("parts", "calls", "reasoning", "call_id", "kind", "developer", "name")

#: Marks of our own work, origins, and what the body says itself: no part of what is said.
_OURS: Final = (Enveloped, Reported, Attributed, AskedElsewhere)


def check_rows(
    node: System | User | Assistant | ToolResult,
    rows: list[object],
    writer: Writer,
) -> None:
    """Tell what reading *rows* again does not give back of *node*.

    Complexity: O(size of *rows*).
    """
    read = read_rows(rows, Reader(own), 0)
    if len(read) == 1 and type(read[0]) is type(node):
        check_back(node, read[0], writer)
    else:
        writer.lose("", f"it is read as {len(read)} messages")


def check_back(node: Node, read: Node, writer: Writer) -> None:
    """Tell each field of *node* that *read* has otherwise, unless a loss tells it already."""
    for field in fields(type(node)):
        name = field.name
        if name in ("written", "blocks", "synthetic") or name in writer.told:
            continue
        meant, found = _meant(name, getattr(node, name), writer), getattr(read, name)
        if meant == found or (name == "parts" and meant == _meant(name, found, writer)):
            continue
        if name == "origin":
            _leave_origin(meant, found, writer)
        elif name == "marks":
            for mark in meant if isinstance(meant, tuple) else ():
                writer.leave(f"marks.{type(mark).__name__}")
        elif name in _SAID:
            writer.lose(name, "the format has no place for all of it")
        elif name != "id" or not is_ours(node):
            writer.leave(name)


def _meant(name: str, value: object, writer: Writer) -> object:
    """Return *value* with the spellings of the wire, which are no losses."""
    limit = writer.profile.tool_name_length
    if name == "calls" and isinstance(value, tuple):
        return tuple(evolve(one, tool=spelled(one.tool, limit)) for one in value)
    if name == "parts" and isinstance(value, tuple):
        return tuple(_addressed(part) for part in value)
    if name == "marks" and isinstance(value, tuple):
        return tuple(mark for mark in value if not isinstance(mark, _OURS))
    return spelled(value, limit) if isinstance(value, ToolName) else value


def _addressed(part: Part) -> Part:
    if isinstance(part, Image) and part.url is None and part.data is not None:
        return evolve(part, url=data_uri(part.data, part.media_type), data=None, media_type=None)
    return file_as_uri(part) if isinstance(part, File) else part


def _leave_origin(meant: object, found: object, writer: Writer) -> None:
    for field in fields(Origin):
        if field.name != "ours" and getattr(meant, field.name) != getattr(found, field.name):
            writer.leave(f"origin.{field.name}")
