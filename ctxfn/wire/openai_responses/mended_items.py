"""A message whose items a server takes: what it refused of them is left out or written anew."""

from __future__ import annotations

from typing import Final

from attrs import evolve

from ctxfn.messages import Assistant, Call, Extras, Node, Part, Reasoning, Text, extra, own
from ctxfn.wire.openai_responses.item_faults import (
    KNOWN_KEYS,
    ItemFault,
    is_known,
    is_misshapen,
    misshapen_lists,
)
from ctxfn.wire.openai_responses.read_parts import TEXT_TYPES
from ctxfn.wire.openai_responses.written import (
    CODEC,
    Layout,
    Piece,
    form_of,
    without_reasoning,
)

__all__ = ["without_item_faults"]

_USUAL: Final = {"message": 0, "item": 0, "reasoning": 0, "call": 1, "output": 2}


def without_item_faults(node: Node, faults: tuple[ItemFault, ...], /) -> Node:
    """Return *node* without *faults*, which `item_faults` found in it.

    Contract:
        Words, calls and results stay as they are. An answer that loses its id is written like
        one that never had one. Reasoning that loses its id and is not sealed goes, and the ids of
        what it led to with it: a server would ask for it. Of an answer without faults the
        same object.

    Complexity: O(parts + calls).

    Source: as `item_faults`.

    Examples:
        >>> from ctxfn.wire import codec_named, item_faults, profile
        >>> rows = [{"role": "assistant", "id": "chatcmpl-8", "content": "Yes."}]
        >>> said = codec_named("openai_responses").decode(rows).messages[0]
        >>> without_item_faults(said, item_faults(said, profile("openai/responses"))).id is None
        True
    """
    if not faults:
        return node
    gone = {fault.path[:2] for fault in faults if fault.path[-1:] == ("id",)}
    if isinstance(node, Assistant):
        node = _answer(node, gone)
    if ("id",) in gone:
        node = _nameless(node)
    node = evolve(node, parts=tuple(_part(part) for part in node.parts))
    kind = "output" if node.role == "tool" else "message"
    node = evolve(node, extras=_known(kind, node.extras))
    return _laid(node, ordered=any(fault.kind == "order" for fault in faults))


def _answer(node: Assistant, gone: set[tuple[str | int, ...]]) -> Assistant:
    refused = [number for number in range(len(node.reasoning)) if ("reasoning", number) in gone]
    left_out = {number for number in refused if node.reasoning[number].sealed is None}
    calls = tuple(
        _call(call, linked=bool(left_out) or ("calls", number) in gone)
        for number, call in enumerate(node.calls)
    )
    thoughts = tuple(
        _thought(one, nameless=number in refused)
        for number, one in enumerate(node.reasoning)
        if number not in left_out
    )
    if left_out:
        gone.add(("id",))
    return evolve(
        node, reasoning=thoughts, calls=calls, written=without_reasoning(form_of(node), left_out)
    )


def _call(call: Call, *, linked: bool) -> Call:
    return evolve(call, extras=_known("call", call.extras, nameless=linked))


def _thought(one: Reasoning, *, nameless: bool) -> Reasoning:
    return evolve(one, extras=_known("reasoning", one.extras, nameless=nameless, empty=True))


def _known(kind: str, extras: Extras, *, nameless: bool = False, empty: bool = False) -> Extras:
    """Keep of *extras* what an item of *kind* may carry; *empty*: that there were some, at least."""
    if not any(name == CODEC for name, _ in extras):
        return extras
    kept = {
        key: value
        for key, value in extra(extras, CODEC).items()
        if key in KNOWN_KEYS[kind]
        and not (kind == "reasoning" and is_misshapen(key, value))
        and not (nameless and key == "id")
        and is_known(key, value)
    }
    others = tuple(one for one in extras if one[0] != CODEC)
    return (*others, (CODEC, own(kept))) if kept or empty else others


def _part(part: Part) -> Part:
    odd = misshapen_lists(part.extras) if isinstance(part, Text) and part.extras else ()
    if not isinstance(part, Text) or not odd:
        return part
    kept = {key: one for key, one in extra(part.extras, CODEC).items() if key not in odd}
    others = tuple(one for one in part.extras if one[0] != CODEC)
    return evolve(part, extras=(*others, (CODEC, own(kept))) if kept else others)


def _nameless(node: Node) -> Node:
    """Take the id, and the status that only an answer with one has."""
    form = form_of(node)
    if form is None or not isinstance(node, Assistant):
        return evolve(node, id=None)
    said = extra(node.extras, CODEC)
    others = tuple(one for one in node.extras if one[0] != CODEC)
    kept = {key: value for key, value in said.items() if key != "status"}
    pieces = tuple(_bare(one) if one.kind == "message" else one for one in form.pieces)
    extras = (*others, (CODEC, own(kept))) if kept else others
    return evolve(node, id=None, extras=extras, written=form._replace(pieces=pieces))


def _bare(piece: Piece) -> Piece:
    keys = ("type", "role", "content") if "type" in piece.keys else ("role", "content")
    return Piece("message", keys)


def _laid(node: Node, *, ordered: bool) -> Node:
    """Correct how the items are remembered to be written."""
    form = form_of(node)
    if form is None:
        return node
    said = isinstance(node, Assistant)
    named = said and node.id is not None
    pieces = [_fitting(one, said=said, named=named) for one in form.pieces]
    if ordered:
        pieces.sort(key=lambda one: _USUAL[one.kind])
    return evolve(node, written=form._replace(pieces=tuple(pieces)))


def _fitting(piece: Piece, *, said: bool, named: bool) -> Piece:
    if piece.kind == "reasoning":
        keys = piece.keys if "summary" in piece.keys else (*piece.keys, "summary")
        return piece._replace(keys=keys, nulls=_without(piece.nulls, "summary"))
    if piece.kind not in ("message", "output"):
        return piece
    taken = "output_text" if said else "input_text"
    parts = tuple(_of_type(layout, taken) for layout in piece.parts)
    form = "text" if piece.content in ("null", "absent") else piece.content
    keys = piece.keys
    if named and piece.kind == "message":
        form = "list"
        keys = keys if "status" in keys else (*keys, "status")
    nulls = _without(piece.nulls, "type")
    return piece._replace(content=form, parts=parts, keys=keys, nulls=nulls)


def _of_type(layout: Layout | None, taken: str) -> Layout | None:
    if layout is None or layout.kind not in TEXT_TYPES or layout.kind == taken:
        return layout
    return layout._replace(kind=taken)


def _without(keys: tuple[str, ...], key: str) -> tuple[str, ...]:
    return tuple(one for one in keys if one != key)
