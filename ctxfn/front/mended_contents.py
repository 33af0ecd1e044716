"""What a request for Gemini says beside words, calls and results: its keys, its places, its schemas."""

from __future__ import annotations

from typing import Final

from attrs import evolve

from ctxfn.context import AnyNote, Note
from ctxfn.front.given import Given
from ctxfn.messages import Messages, Node, own, reuse
from ctxfn.tools import Declaration
from ctxfn.wire import fitted_parameters, well_placed, without_unknown_keys

__all__ = ["with_fitting_contents", "with_fitting_schemas"]

_CODEC: Final = "gemini"


def with_fitting_contents(given: Given, messages: Messages) -> tuple[Messages, tuple[AnyNote, ...]]:
    """Leave out keys that the API does not have, and let each message stand where it may."""
    if given.profile.codec != _CODEC or given.records:
        return messages, ()
    after: list[Node] = []
    notes: list[AnyNote] = []
    before: Node | None = None
    for place, node in enumerate(messages):
        known, gone = (node, ()) if given.profile.unknown_parts else without_unknown_keys(node)
        stands, why = well_placed(before, known)
        after.append(stands)
        if gone:
            text = f"{', '.join(gone)}: the target knows no such key, left out"
            notes.append(Note("repair", "unknown-key", text, places=(place,)))
        if why is not None:
            notes.append(Note("repair", "written-anew", why, places=(place,)))
        before = node
    return reuse(messages, after), tuple(notes)


def with_fitting_schemas(given: Given) -> tuple[Given, tuple[Note, ...]]:
    """Say the parameters of functions in the words the API has, where they were written for it."""
    declared = given.conversation.tools
    if given.profile.schema_subset != _CODEC or not declared:
        return given, ()
    notes: list[Note] = []
    after: list[Declaration] = []
    for number, one in enumerate(declared):
        fitted = fitted_parameters(one)
        if fitted is None:
            after.append(one)
            continue
        parameters = None if fitted.schema is None else own(fitted.schema)
        after.append(evolve(one, parameters=parameters))
        reasons = "; ".join(f"{path or 'the schema'}: {reason}" for path, reason in fitted.changes)
        text = f"tools[{number}]: parameters, said in the words there are"
        notes.append(Note("repair", "schema-fitted", f"{text}: {reasons}" if reasons else text))
    if not notes:
        return given, ()
    conversation = evolve(given.conversation, tools=tuple(after))
    return evolve(given, conversation=conversation), tuple(notes)
