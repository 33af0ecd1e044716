"""Markers of the cache as the target takes them: not too many, and the longest-lived first."""

from __future__ import annotations

from typing import TypeVar, cast

from attrs import evolve

from ctxfn.context import Note
from ctxfn.front.given import Given
from ctxfn.messages import (
    Assistant,
    Call,
    Extras,
    Messages,
    Node,
    Opaque,
    Part,
    Reasoning,
    extra,
    own,
    with_parts,
)
from ctxfn.wire import MARKER_KEYS, Marker, late_markers, markers_in, surplus_markers

__all__ = ["with_fitting_markers"]

Held = TypeVar("Held", bound=Part | Call | Reasoning)


def with_fitting_markers(given: Given, messages: Messages) -> tuple[Messages, tuple[Note, ...]]:
    """Leave out the oldest markers beyond those the target takes, and lower what lives too long.

    A later marker is never raised, which would cost more than its author meant to spend.
    """
    if given.profile.cache_breakpoints is None or given.profile.codec not in MARKER_KEYS:
        return messages, ()
    found = markers_in(evolve(given.conversation, messages=messages))
    markers = tuple(one for one in found if one.codec == given.profile.codec)
    surplus = surplus_markers(markers, given.profile.cache_breakpoints)
    left = tuple(one for one in markers if one not in surplus)
    late = tuple(one for one in late_markers(left) if one.index is not None)
    notes: list[Note] = []
    for marker, keep in (*((one, False) for one in surplus), *((one, True) for one in late)):
        place = marker.index or 0
        messages = messages.set(place, _changed(messages[place], marker, keep=keep))
        text = "a marker of the cache is for five minutes, as one before" if keep else ""
        text = text or "the oldest markers of the cache are left out: the target takes few"
        notes.append(Note("repair", "cache-marker", text, places=(place,)))
    return messages, tuple(notes)


def _changed(node: Node, marker: Marker, *, keep: bool) -> Node:
    """Change one marker of *node*; how all of it is written stays, but for that."""
    if marker.field == "extras":
        return evolve(node, extras=_without(node.extras, marker, keep=keep))
    if marker.field == "calls" and isinstance(node, Assistant):
        return evolve(node, calls=_at(node.calls, marker, keep=keep))
    if marker.field == "reasoning" and isinstance(node, Assistant):
        return evolve(node, reasoning=_at(node.reasoning, marker, keep=keep))
    if isinstance(node.parts[marker.number], Opaque):
        place = marker.number
        return with_parts(node, (*node.parts[:place], *node.parts[place + 1 :]))
    return evolve(node, parts=_at(node.parts, marker, keep=keep))


def _at(held: tuple[Held, ...], marker: Marker, *, keep: bool) -> tuple[Held, ...]:
    one = held[marker.number]
    if isinstance(one, Opaque):
        return held
    changed = evolve(one, extras=_without(one.extras, marker, keep=keep))
    return (*held[: marker.number], changed, *held[marker.number + 1 :])


def _without(extras: Extras, marker: Marker, *, keep: bool) -> Extras:
    carried = extra(extras, marker.codec)
    inner = carried.get("toolResult")
    beside = marker.codec == "bedrock" and marker.field == "extras" and isinstance(inner, dict)
    held = cast("dict[str, object]", inner) if beside else carried
    value = held.pop(MARKER_KEYS[marker.codec])
    if keep and isinstance(value, dict):
        kept = {key: one for key, one in value.items() if key != "ttl"}
        held[MARKER_KEYS[marker.codec]] = kept
    if beside and not inner:
        del carried["toolResult"]
    others = tuple(one for one in extras if one[0] != marker.codec)
    return (*others, (marker.codec, own(carried))) if carried else others
