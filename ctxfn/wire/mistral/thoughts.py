"""Thoughts as Mistral writes them: a part of an answer that holds parts of its own."""

from __future__ import annotations

from ctxfn.messages import Reasoning
from ctxfn.wire.openai_chat.reader import Reader
from ctxfn.wire.openai_chat.writer import Writer
from ctxfn.wire.openai_chat.written import Layout, arrange

__all__ = ["read_thought", "write_thought"]

_Row = dict[str, object]


def read_thought(value: _Row, reader: Reader) -> tuple[Reasoning, Layout] | None:
    """Read a thought; what is more than one text is kept beside its words.

    Contract:
        The words of a thought are its texts, one behind the other. A thought that is no list
        and no text is none.

    Complexity: O(size of *value*).

    Source: Mistral's API reference, "ThinkChunk": texts and references; a text alone in
    mistral-common.
    """
    said = value.get("thinking")
    if not isinstance(said, str | list | tuple):
        return None
    spare = {key: one for key, one in value.items() if key not in ("type", "thinking")}
    only = said[0] if not isinstance(said, str) and len(said) == 1 else None
    plain = isinstance(only, dict) and set(only) == {"type", "text"}
    inner = tuple(only) if plain and isinstance(only, dict) and _is_text(only) else None
    if inner is None and not isinstance(said, str):
        spare["thinking"] = said
    layout = reader.layout("thinking", tuple(value), inner)
    return Reasoning(_words(said), extras=reader.extras(spare)), layout


def write_thought(one: Reasoning, layout: Layout | None, writer: Writer) -> object:
    """Write a thought: as it was read, or as one text in a list."""
    spare = writer.spare(one.extras)
    kept = spare.pop("thinking", None)
    said: object = kept
    if kept is None and layout is not None and layout.inner is None:
        said = one.text
    elif kept is None or _words(kept) != one.text:
        text: _Row = {"type": "text", "text": one.text}
        said = [arrange(text, layout.inner if layout is not None and layout.inner else ())]
    row: _Row = {"type": "thinking", "thinking": said, **spare}
    return row if layout is None else arrange(row, layout.outer)


def _words(said: object) -> str:
    if isinstance(said, str):
        return said
    inner = said if isinstance(said, list | tuple) else ()
    return "".join(str(one["text"]) for one in inner if isinstance(one, dict) and _is_text(one))


def _is_text(one: _Row) -> bool:
    return one.get("type") == "text" and isinstance(one.get("text"), str)
