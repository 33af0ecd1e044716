"""Keys inside blocks that the API does not permit: its schema is closed."""

from __future__ import annotations

from typing import Final, TypeVar

from attrs import evolve

from ctxfn.messages import (
    Assistant,
    Call,
    Extras,
    File,
    Image,
    Node,
    Opaque,
    Part,
    Reasoning,
    Text,
    ToolResult,
    extra,
    own,
)
from ctxfn.wire.anthropic.written import CODEC, Layout, form_of

__all__ = ["unknown_block_keys", "without_unknown_block_keys"]

H = TypeVar("H", bound=Part | Call | Reasoning | ToolResult)

#: What may be carried for a block, by the record that it was read as.
_KNOWN: Final[dict[type[object], tuple[str, ...]]] = {
    Text: ("citations", "cache_control"),
    Image: ("source", "cache_control"),
    File: ("source", "context", "citations", "cache_control"),
    Call: ("caller", "cache_control"),
    Reasoning: (),
    ToolResult: ("content", "is_error", "cache_control"),
}
#: What the records hold of a block themselves, and the record, by the block's type.
_HELD: Final[dict[str, tuple[type[object], tuple[str, ...]]]] = {
    "text": (Text, ("type", "text")),
    "image": (Image, ("type", "source")),
    "document": (File, ("type", "source", "title")),
    "tool_use": (Call, ("type", "id", "name", "input")),
    "thinking": (Reasoning, ("type", "thinking", "signature")),
    "redacted_thinking": (Reasoning, ("type", "data")),
    "tool_result": (ToolResult, ("type", "tool_use_id", "content", "is_error")),
}


def unknown_block_keys(node: Node) -> tuple[str, ...]:
    """Return the keys inside the blocks of *node* that the API would refuse.

    Contract:
        Of what this codec carries alone; a block that is kept verbatim is not looked into.

    Complexity: O(parts + calls).

    Source: the API reference of Anthropic's messages; "Extra inputs are not permitted".

    Examples:
        >>> from ctxfn.wire.anthropic.decode import decode
        >>> block = {"type": "text", "text": "hi", "mood": "calm"}
        >>> unknown_block_keys(decode([{"role": "user", "content": [block]}]).messages[0])
        ('mood',)
    """
    return tuple(dict.fromkeys(key for one in _blocks(node) for key in _unknown(one)))


def _blocks(node: Node) -> list[Part | Call | Reasoning | ToolResult]:
    held: list[Part | Call | Reasoning | ToolResult] = [*node.parts]
    if isinstance(node, Assistant):
        held += [*node.calls, *node.reasoning]
    return [*held, node] if isinstance(node, ToolResult) else held


def _unknown(one: Part | Call | Reasoning | ToolResult) -> list[str]:
    if isinstance(one, Opaque) or not one.extras:
        return []
    known = _KNOWN.get(type(one))
    return [] if known is None else [key for key in extra(one.extras, CODEC) if key not in known]


def without_unknown_block_keys(node: Node) -> Node:
    """Return *node* without the keys that `unknown_block_keys` names.

    Contract:
        How blocks were written stays, but for these keys. None: the same object.

    Complexity: O(parts + calls).

    Source: ours.

    Examples:
        >>> from ctxfn.wire.anthropic.decode import decode
        >>> block = {"type": "text", "text": "hi", "mood": "calm"}
        >>> read = decode([{"role": "user", "content": [block]}]).messages[0]
        >>> without_unknown_block_keys(read).parts
        (Text('hi'),)
    """
    if not unknown_block_keys(node):
        return node
    form = form_of(node)
    if form is not None:
        result = None if form.result is None else _shorter(form.result)
        form = form._replace(blocks=tuple(map(_shorter, form.blocks)), result=result)
    node = evolve(node, parts=tuple(map(_bare, node.parts)), written=form or node.written)
    if isinstance(node, Assistant):
        calls, thoughts = tuple(map(_bare, node.calls)), tuple(map(_bare, node.reasoning))
        return evolve(node, calls=calls, reasoning=thoughts)
    return _bare(node) if isinstance(node, ToolResult) else node


def _shorter(layout: Layout | None) -> Layout | None:
    """Return *layout* without keys that are not there: they would be written as null."""
    if layout is None or layout.kind not in _HELD:
        return layout
    record, held = _HELD[layout.kind]
    kept = tuple(key for key in layout.outer if key in held or key in _KNOWN[record])
    return layout._replace(outer=kept)


def _bare(one: H) -> H:
    gone = _unknown(one)
    if not gone or isinstance(one, Opaque):
        return one
    carried = extra(one.extras, CODEC)
    kept = {key: value for key, value in carried.items() if key not in gone}
    return evolve(one, extras=_with(one.extras, kept))


def _with(extras: Extras, kept: dict[str, object]) -> Extras:
    others = tuple(one for one in extras if one[0] != CODEC)
    return (*others, (CODEC, own(kept))) if kept else others
