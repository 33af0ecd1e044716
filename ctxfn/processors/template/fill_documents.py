"""Fill the placeholders of the agent's documents that are templates."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Final

from annotated_types import Ge, Le
from attrs import evolve

from ctxfn.context import AnyNote, Context
from ctxfn.facts import AgentDocument, AgentDocuments, Variables
from ctxfn.pipeline import idle_without, processor, reads
from ctxfn.processors.template.fill_text import MAX_DEPTH, fill_text
from ctxfn.processors.template.known_values import KnownValues
from ctxfn.processors.template.untold import Untold

__all__ = ["fill_documents"]

_STEP: Final = "fill_documents"
#: Positions of documents that are in no request, whatever they hold.
_NOWHERE: Final = ("manual", "on-demand")


@processor
@reads(AgentDocuments, Variables)
@idle_without(AgentDocuments)
def fill_documents(
    context: Context,
    /,
    *,
    values: tuple[tuple[str, str], ...] = (),
    depth: Annotated[int, Ge(0), Le(MAX_DEPTH)] = 2,
) -> Context:
    """Fill ``{{name}}`` in documents marked as templates, before they are injected.

    As `fill_placeholders` does in system messages: before a document is escaped and shortened,
    so that what is filled in can no more break out of its element than the document itself.

    Contract:
        The messages stay; the context knows documents that are templates no more. Only those
        whose text a request may hold are filled; whatever no template says stays as it is. A name
        without a value stays as it is written and is noted, one note a document. Nothing to
        fill: the same context.

    Complexity: O(characters of templates and of values put in).

    Source: ours; LobeHub context-engine fills whatever text is in the request, documents or not.

    Examples:
        >>> from ctxfn.messages import chat
        >>> law = AgentDocument(
        ...     filename="law.md", content="Ask {{who}}.", load="always", template=True
        ... )
        >>> known = Context.of(chat(), AgentDocuments((law,)), Variables.of({"who": "Ann"}))
        >>> fill_documents(known).get(AgentDocuments).documents[0].content
        'Ask Ann.'
    """
    told = context.get(AgentDocuments)
    if told is None or context.stopped is not None:
        return context
    merged = KnownValues(context.get(Variables), defaults=dict(values))
    notes: list[AnyNote] = []
    documents = tuple(_filled(one, merged, depth, notes) for one in told.documents)
    if documents == told.documents:
        return context
    notes += merged.notes(_STEP)
    return context.tell(evolve(told, documents=documents)).with_messages(context.messages, *notes)


def _filled(
    document: AgentDocument, values: Mapping[str, str], depth: int, notes: list[AnyNote]
) -> AgentDocument:
    shown = document.load == "always" and document.position not in _NOWHERE
    if not (document.template and shown and "{{" in document.content):
        return document
    untold = Untold()
    filled = fill_text(document.content, values, depth=depth)
    untold.add(filled)
    notes += untold.notes(_STEP, () if document.id is None else (document.id,))
    return evolve(document, content=filled.text, template=False)
