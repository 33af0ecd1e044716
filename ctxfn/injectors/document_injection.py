"""Put the documents of one position where it says, and note what did not get there."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from ctxfn.context import AnyNote, Context, Note
from ctxfn.facts import (
    AgentDocument,
    AgentDocuments,
    Clock,
    DocumentPosition,
    select_documents,
)
from ctxfn.injectors.document_texts import render_documents
from ctxfn.messages import Block, Messages, User, first_said, is_blank, is_said, text_of
from ctxfn.tokens import Counter

__all__ = ["Place", "inject_documents"]


class Place(NamedTuple):
    """Where the documents of a position go, under which name."""

    step: str
    position: DocumentPosition
    put: Callable[[Messages, Block], Messages]
    needs_person: bool = False


def inject_documents(context: Context, place: Place, counter: Counter | None) -> Context:
    """Inject what is told of documents for *place*, and note what was left out or shortened."""
    told = context.get(AgentDocuments)
    if told is None or context.stopped is not None:
        return context
    here = [one for one in told.documents if one.position == place.position]
    if not here:
        return context
    person, clock = _last_words(context), context.get(Clock)
    chosen, left_out = select_documents(
        here,
        words=None if person is None else text_of(person),
        now=None if clock is None else clock.now_ms,
    )
    notes: list[AnyNote] = [
        _note(place, "document-left-out", one.document, one.reason) for one in left_out
    ]
    started = told.run_started_ms
    if started is None and person is not None:
        started = person.origin.created_ms
    text, shortened = render_documents(
        chosen,
        reader=told.reader,
        lister=told.lister,
        run_started_ms=started,
        counter=counter,
    )
    if is_blank(text):
        return _noted(context, context.messages, notes)
    if place.needs_person and first_said(context.messages) is None:
        notes += [_note(place, "no-place", one, "nobody has spoken yet") for one in chosen]
        return _noted(context, context.messages, notes)
    notes += [
        _note(place, "document-shortened", one, f"only the first {one.max_tokens} tokens are shown")
        for one in shortened
    ]
    block = Block(place.step, text, AgentDocuments.__name__)
    return _noted(context, place.put(context.messages, block), notes)


def _last_words(context: Context) -> User | None:
    """The last message in which a person says something in words; cut away, as it was given."""
    for messages in (context.messages, context.given):
        for place in range(len(messages) - 1, -1, -1):
            node = messages[place]
            if is_said(node) and not is_blank(text_of(node)):
                return node
    return None


def _note(place: Place, kind: str, document: AgentDocument, text: str) -> Note:
    ids = () if document.id is None else (document.id,)
    return Note(place.step, kind, f"{document.filename:.80}: {text}", ids)


def _noted(context: Context, messages: Messages, notes: list[AnyNote]) -> Context:
    """Say it once: a second run finds the notes of the first."""
    there = set(context.notes) if notes else set()
    return context.with_messages(messages, *(note for note in notes if note not in there))
