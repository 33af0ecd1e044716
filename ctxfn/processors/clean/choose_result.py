"""Of the results there are: which one answers, what it says, and what becomes of the others."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from attrs import evolve

from ctxfn.context import Note
from ctxfn.messages import (
    Enveloped,
    Node,
    Text,
    ToolResult,
    User,
    harmless,
    is_blank,
    neutralise,
    text_of,
    with_parts,
)
from ctxfn.processors.clean.pairing_rules import Rules
from ctxfn.processors.clean.render_blocks import close_seams
from ctxfn.processors.clean.stand_in import STEP, is_stand_in

__all__ = ["chosen_of", "is_speechless", "orphaned", "others_of", "spoken"]

_ORPHAN_LABEL: Final = "Result of a tool call that is no longer in this conversation"
_LATE_LABEL: Final = "Further result of the tool call above"


def chosen_of(nodes: Sequence[Node], places: list[int], rules: Rules) -> int | None:
    if len(places) == 1:
        return places[0]
    results = [(place, node) for place in places if isinstance(node := nodes[place], ToolResult)]
    real = [(place, result) for place, result in results if not is_stand_in(result)]
    usable = [
        place
        for place, result in real
        if not is_speechless(result) or (result.error and not is_blank(result.error.message))
    ]
    if usable:
        return usable[-1 if rules.late == "replace" else 0]
    return next((place for place, _ in real or results), None)


def is_speechless(result: ToolResult) -> bool:
    """Say whether nothing in *result* but perhaps its error tells what came out."""
    return all(isinstance(part, Text) and is_blank(part.text) for part in result.parts)


def spoken(node: Node, call_id: str) -> ToolResult:
    """Return the result under *call_id*, with the words of its error where it has no others."""
    assert isinstance(node, ToolResult)
    if node.call_id != call_id:
        node = evolve(node, call_id=call_id, written=None)
    if node.error is not None and not is_blank(node.error.message) and is_speechless(node):
        return with_parts(node, (Text(neutralise(node.error.message)),))
    return node


def others_of(
    nodes: Sequence[Node], chosen: int, places: list[int], rules: Rules, notes: list[Note]
) -> Iterator[Node]:
    for place in places:
        node = nodes[place]
        if place == chosen or not isinstance(node, ToolResult):
            continue
        new = node.parts != nodes[chosen].parts and not is_speechless(node)
        if rules.late == "keep_as_text" and new and not is_stand_in(node):
            yield _demoted(place, node, _LATE_LABEL, notes)
            continue
        text = f"another result of the call {node.call_id!r} was dropped: one is enough"
        notes.append(Note(STEP, "repeated-result", text, _named(node), (place,)))


def orphaned(nodes: Sequence[Node], place: int, rules: Rules, notes: list[Note]) -> Iterator[Node]:
    node = nodes[place]
    assert isinstance(node, ToolResult)
    if rules.orphan == "keep_as_text" and not is_speechless(node) and not is_stand_in(node):
        yield _demoted(place, node, _ORPHAN_LABEL, notes)
    else:
        text = f"a result without its call {node.call_id!r} was dropped"
        notes.append(Note(STEP, "orphan-result", text, _named(node), (place,)))


def _demoted(place: int, node: ToolResult, label: str, notes: list[Note]) -> User:
    """Turn a result into a user message that says what it is; it is not ours: a tool said it."""
    tool = node.tool if isinstance(node.tool, str) else getattr(node.tool, "api", "")
    heading = Text(neutralise(f"{label} ({tool}):") if tool else f"{label}:")
    text = f"a result of the call {node.call_id!r} is now text: it has no place of its own"
    notes.append(Note(STEP, "result-as-text", text, _named(node), (place,)))
    marks = tuple(
        evolve(mark, part=mark.part + 1) if isinstance(mark, Enveloped) else mark
        for mark in node.marks
    )
    said = User(
        harmless((heading, *node.parts, *_failure(node))),
        node.id,
        None,
        node.blocks,
        marks,
        node.origin,
        node.extras,
    )
    return close_seams(said, User(node.parts, marks=node.marks))


def _failure(node: ToolResult) -> tuple[Text, ...]:
    """Say why the tool failed, unless its words say so."""
    reason = "" if node.error is None else node.error.message
    if is_blank(reason) or reason in text_of(node):
        return ()
    return (Text(neutralise(f"Error: {reason}")),)


def _named(node: ToolResult) -> tuple[str, ...]:
    return tuple(one for one in (node.id, node.call_id) if one)
