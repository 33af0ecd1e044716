"""Keys inside blocks that the API has no word for: its schema is closed."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, TypeVar

from attrs import evolve

from ctxfn.messages import (
    Assistant,
    Call,
    Extras,
    Node,
    Opaque,
    Part,
    Reasoning,
    ToolResult,
    extra,
    own,
)
from ctxfn.wire.bedrock.written import CODEC

__all__ = ["block_surplus", "without_block_surplus"]

_Row = dict[str, object]
H = TypeVar("H", bound=Part | Call | Reasoning)

#: What may be carried for a block, and inside its object; ``None``: whatever it is.
_KNOWN: Final[dict[str, tuple[str, ...] | None]] = {
    "cachePoint": None,
    "guardContent": ("text",),
    "citationsContent": ("citations",),
    "document": ("source", "context", "citations"),
    "image": ("source",),
    "video": ("source",),
    "audio": ("source",),
    "toolResult": ("type",),
}


def block_surplus(node: Node) -> tuple[str, ...]:
    """Return the keys inside the blocks of *node* that the API would call extraneous.

    Contract:
        Of what this codec carries alone; a block that is kept verbatim is not looked into.

    Complexity: O(parts + calls).

    Source: AWS, "ContentBlock" in the API reference of Bedrock's runtime.

    Examples:
        >>> from ctxfn.wire.bedrock.decode import decode
        >>> said = decode([{"role": "user", "content": [{"type": "text", "text": "hi"}]}])
        >>> block_surplus(said.messages[0])
        ('type',)
    """
    return tuple(dict.fromkeys(key for held in _carried(node) for key in _split(held)[1]))


def _carried(node: Node) -> Iterator[_Row]:
    held: list[Part | Call | Reasoning] = list(node.parts)
    if isinstance(node, Assistant):
        held += [*node.calls, *node.reasoning]
    for one in held:
        if not isinstance(one, Opaque) and one.extras:
            yield extra(one.extras, CODEC)
    inner = extra(node.extras, CODEC).get("toolResult") if node.extras else None
    if isinstance(node, ToolResult) and isinstance(inner, dict):
        yield inner


def _split(carried: _Row) -> tuple[_Row, list[str]]:
    """Split *carried* into what the API knows, and the keys of all else."""
    kept: _Row = {}
    gone: list[str] = []
    for key, value in carried.items():
        known = _KNOWN.get(key, ())
        if known is None or (known and not isinstance(value, dict)):
            kept[key] = value
        elif isinstance(value, dict) and known:
            kept[key] = {name: one for name, one in value.items() if name in known}
            gone += [f"{key}.{name}" for name in value if name not in known]
        else:
            gone.append(key)
    return {key: one for key, one in kept.items() if one != {} or key in _WRAPS}, gone


#: Whose empty object says that words stood in such a block.
_WRAPS: Final = ("guardContent", "citationsContent")


def without_block_surplus(node: Node) -> Node:
    """Return *node* without the keys that `block_surplus` names.

    Contract:
        How blocks were written stays, but for these keys. None: the same object.

    Complexity: O(parts + calls).

    Source: ours.

    Examples:
        >>> from ctxfn.wire.bedrock.decode import decode
        >>> said = decode([{"role": "user", "content": [{"type": "text", "text": "hi"}]}])
        >>> without_block_surplus(said.messages[0]).parts
        (Text('hi'),)
    """
    if not block_surplus(node):
        return node
    node = evolve(node, parts=tuple(map(_bare, node.parts)))
    if isinstance(node, Assistant):
        calls, thoughts = tuple(map(_bare, node.calls)), tuple(map(_bare, node.reasoning))
        node = evolve(node, calls=calls, reasoning=thoughts)
    carried = extra(node.extras, CODEC)
    inner = carried.pop("toolResult", None)
    if isinstance(node, ToolResult) and isinstance(inner, dict):
        kept = _split(inner)[0]
        node = evolve(
            node, extras=_with(node.extras, {**carried, "toolResult": kept} if kept else carried)
        )
    return node


def _bare(one: H) -> H:
    if isinstance(one, Opaque) or not one.extras:
        return one
    return evolve(one, extras=_with(one.extras, _split(extra(one.extras, CODEC))[0]))


def _with(extras: Extras, kept: _Row) -> Extras:
    others = tuple(one for one in extras if one[0] != CODEC)
    return (*others, (CODEC, own(kept))) if kept else others
