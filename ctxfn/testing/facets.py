"""What hangs on what is said: ids, tools, signatures, data, marks, origins, who says it."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import Final, cast

import attrs
from attrs import AttrsInstance, frozen

from ctxfn.messages import (
    Assistant,
    Audio,
    Block,
    Call,
    File,
    Image,
    Node,
    Opaque,
    Reasoning,
    Refusal,
    System,
    Text,
    ToolError,
    ToolResult,
    User,
    Video,
)
from ctxfn.testing.contents import calls_on
from ctxfn.testing.words import (
    bare_on,
    bare_word,
    text_of_thought,
    texts_of_part,
    thoughts_on,
    words_in,
    words_on,
)

__all__ = ["Piece", "covers", "facets_of", "pieces_of"]

#: What each record is called where its facets are named.
_SORTS: Final[dict[type, str]] = {
    Text: "text",
    Refusal: "refusal",
    Image: "media",
    Video: "media",
    Audio: "media",
    File: "media",
    Opaque: "opaque",
    Call: "call",
    Reasoning: "reasoning",
    Block: "block",
}

#: Said or counted elsewhere: content, nested nodes, and how a codec found the message written.
_ELSEWHERE: Final = frozenset(
    {"parts", "calls", "reasoning", "blocks", "written", "origin", "marks"}
    | {"turns", "members", "columns", "tasks", "compressed", "pinned"}
)

#: What any node may have goes by its own name; what one kind alone has, by that of the kind.
_OF_ALL: Final = frozenset({"id", "name", "usage", "extras", "developer"})

_NAMES: Final[dict[type, tuple[str, ...]]] = {}

_SPEAKERS: Final = (System, User, Assistant, ToolResult)


@frozen
class Piece:
    """A record with the words by which it is known, and the text in which they stand."""

    sort: str
    record: object
    words: tuple[str, ...]
    text: str = ""


def pieces_of(node: Node) -> Iterator[Piece]:
    """Yield *node* itself, then its parts, calls, thoughts and blocks, those that have words."""
    yield Piece("node", node, (*words_on(node), *bare_on(node)))
    for part in node.parts:
        text = " ".join(texts_of_part(part))
        yield Piece(_SORTS[type(part)], part, tuple(words_in(text)), text)
    for call in calls_on(node):
        words = tuple(words_in(call.arguments)) or (bare_word(call),)
        yield Piece("call", call, words, call.arguments)
    for thought in thoughts_on(node):
        text = text_of_thought(thought)
        yield Piece("reasoning", thought, tuple(words_in(text)), text)
    for block in node.blocks:
        yield Piece("block", block, tuple(words_in(block.text)), block.text)


def facets_of(piece: Piece) -> dict[str, object]:
    """Return what hangs on a piece, by name; what is absent is left out."""
    record = cast("AttrsInstance", piece.record)
    if piece.sort == "node":
        return _facets_of_node(cast("Node", piece.record))
    return {
        f"{piece.sort}.{name}": value
        for name in _fields(type(record))
        if not _absent(value := getattr(record, name))
    }


def _fields(kind: type[AttrsInstance]) -> tuple[str, ...]:
    if kind not in _NAMES:
        _NAMES[kind] = tuple(field.name for field in attrs.fields(kind))
    return _NAMES[kind]


def _absent(value: object) -> bool:
    return value is None or value is False or value in ((), "")


def _facets_of_node(node: Node) -> dict[str, object]:
    found: dict[str, object] = {}
    own = "result" if isinstance(node, ToolResult) else "card"
    for name in _fields(type(node)):
        if name not in _ELSEWHERE:
            found[name if name in _OF_ALL else f"{own}.{name}"] = getattr(node, name)
    for name in _fields(type(node.origin)):
        if name != "ours":
            found[f"origin.{name}"] = getattr(node.origin, name)
    for mark in node.marks:
        before = cast("tuple[object, ...]", found.get(f"marks.{type(mark).__name__}", ()))
        found[f"marks.{type(mark).__name__}"] = (*before, mark)
    error = found.pop("result.error", None)
    if isinstance(error, ToolError):
        found |= {f"result.error.{name}": getattr(error, name) for name in _fields(ToolError)}
    if isinstance(node, _SPEAKERS):
        found["speaker"] = type(node).__name__
    return {name: value for name, value in found.items() if not _absent(value)}


def covers(names: Collection[str], facet: str) -> bool:
    """Say whether one of *names* is *facet* or what it belongs to, as ``origin`` is."""
    return any(facet == name or facet.startswith(f"{name}.") for name in names)
