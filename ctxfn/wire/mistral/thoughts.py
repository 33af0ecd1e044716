"""Thoughts as Mistral writes them: a part of an answer that holds parts of its own."""

from __future__ import annotations

from types import MappingProxyType
from typing import Final

from ctxfn.messages import Reasoning
from ctxfn.wire.openai_chat.reader import Reader
from ctxfn.wire.openai_chat.writer import Writer
from ctxfn.wire.openai_chat.written import Layout, arrange

__all__ = ["is_kept", "read_thought", "write_thought"]

_Row = dict[str, object]

#: What stands in a thought beside texts, and in an answer beside all else: its keys.
_REFERENCES: Final = MappingProxyType(
    {
        "reference": {"type", "reference_ids"},
        "tool_reference": {"type", "tool", "title", "url", "favicon", "description"},
    }
)
_OF_THOUGHT: Final = frozenset(("type", "thinking", "closed", "signature"))

#: Under which of them a thought that is more than one text is kept: as the API has it, or not.
_KEPT, _ODD = "thinking", "unknown_thinking"


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
        spare[_KEPT if _is_known(said) else _ODD] = said
    layout = reader.layout("thinking", tuple(value), inner)
    return Reasoning(_words(said), extras=reader.extras(spare)), layout


def write_thought(one: Reasoning, layout: Layout | None, writer: Writer) -> object:
    """Write a thought: as it was read, or as one text in a list."""
    spare = writer.spare(one.extras)
    kept = spare.pop(_KEPT, None) or spare.pop(_ODD, None)
    said: object = kept
    if kept is None and layout is not None and layout.inner is None:
        said = one.text
    elif kept is None or _words(kept) != one.text:
        text: _Row = {"type": "text", "text": one.text}
        said = [arrange(text, layout.inner if layout is not None and layout.inner else ())]
    row: _Row = {"type": "thinking", "thinking": said, **spare}
    return row if layout is None else arrange(row, layout.outer)


def is_kept(role: str, value: _Row) -> bool:
    """Say whether *value*, a part under *role*, is one that the API has and no record.

    Examples:
        >>> is_kept("assistant", {"type": "reference", "reference_ids": [1]})
        True
    """
    kind = value.get("type")
    if role == "system" and kind == "thinking":
        said = value.get("thinking")
        return value.keys() <= _OF_THOUGHT and (isinstance(said, str) or _is_known(said))
    return role == "assistant" and _is_reference(value)


def _is_known(said: object) -> bool:
    inner = said if isinstance(said, list | tuple) else (None,)
    return all(
        isinstance(one, dict)
        and (_is_reference(one) or (set(one) == {"type", "text"} and _is_text(one)))
        for one in inner
    )


def _is_reference(value: _Row) -> bool:
    kind = value.get("type")
    known = _REFERENCES.get(kind) if isinstance(kind, str) else None
    if known is None or not value.keys() <= known:
        return False
    return (
        "tool" in value
        if kind == "tool_reference"
        else isinstance(value.get("reference_ids"), list)
    )


def _words(said: object) -> str:
    if isinstance(said, str):
        return said
    inner = said if isinstance(said, list | tuple) else ()
    return "".join(str(one["text"]) for one in inner if isinstance(one, dict) and _is_text(one))


def _is_text(one: _Row) -> bool:
    return one.get("type") == "text" and isinstance(one.get("text"), str)
