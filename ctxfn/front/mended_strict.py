"""Whether tools are held to their schemas: said where formats differ, and only where it can be kept."""

from __future__ import annotations

from typing import Final

from attrs import evolve

from ctxfn.context import Note
from ctxfn.front.given import Given
from ctxfn.messages import extra, own
from ctxfn.tools import Declaration, is_strict_schema

__all__ = ["with_strictness"]

_ITEMS: Final = "openai_responses"


def with_strictness(given: Given) -> tuple[Given, tuple[Note, ...]]:
    """Say of each function on its way into the Responses format that it is not strict, if it is not.

    Left out, that format takes a function for strict, and every other for one that is not. A
    function whose schema leaves something open is refused as strict by OpenAI's own API.
    """
    declared = given.conversation.tools or ()
    if given.profile.codec != _ITEMS or not declared:
        return given, ()
    after = tuple(_said(one, given) for one in declared)
    changed = [number for number, one in enumerate(after) if one is not declared[number]]
    if not changed:
        return given, ()
    notes = tuple(
        Note("repair", "tool-not-strict", f"tools[{number}]: not held to its schema")
        for number in changed
    )
    return evolve(given, conversation=evolve(given.conversation, tools=after)), notes


def _said(one: Declaration, given: Given) -> Declaration:
    if one.kind not in ("function", "function_call"):
        return one
    carried = extra(one.extras, _ITEMS)
    if "strict" in carried:  # neither yes nor no: the codec could only keep it
        kept = own({key: value for key, value in carried.items() if key != "strict"})
        others = tuple(held for held in one.extras if held[0] != _ITEMS)
        return evolve(one, strict=False, extras=(*others, (_ITEMS, kept)))
    unsaid = one.strict is None and given.codec.name != _ITEMS
    # A profile whose server keeps items is OpenAI's own; others do not look at it.
    refused = one.strict is True and given.profile.item_ids_stored
    if unsaid or (refused and not is_strict_schema(one.parameters)):
        return evolve(one, strict=False)
    return one
