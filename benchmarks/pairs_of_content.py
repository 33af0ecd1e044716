"""Each step that writes what a model reads, or mends it, beside its twin; some injectors as well."""

from __future__ import annotations

from functools import partial
from typing import Final

from benchmarks import twins
from benchmarks.pair import Pair, Rows, told
from benchmarks.pairs_of_history import fours
from benchmarks.told import (
    DOCUMENTS,
    PASSAGES,
    TEMPLATES,
    TWIN_DOCUMENTS,
    TWIN_PASSAGES,
    TWIN_TEMPLATES,
)
from ctxfn import injectors, processors
from ctxfn.context import Context
from ctxfn.facts import FetchedHistory, Variables
from ctxfn.messages import Messages
from ctxfn.tokens import Counter

__all__ = ["PAIRS_OF_CONTENT"]

_NAME: Final = (("name", "Otter"),)
_PRIORITIES: Final = (("date", 2), ("memory", 1))


def _fetched(messages: Messages) -> Context:
    return injectors.fetched_history(Context.of(messages, FetchedHistory(messages)))


def _fill_documents(_: Rows) -> object:
    documents = [dict(one) for one in TWIN_TEMPLATES]
    twins.fill_documents(documents, values=dict(_NAME))
    return documents


PAIRS_OF_CONTENT: Final[dict[str, Pair]] = {
    "drop_empty": Pair(processors.drop_empty(), twins.drop_empty, "emptied"),
    "strip_leaked_calls": Pair(
        processors.strip_leaked_calls(), twins.strip_leaked_calls, "leaking"
    ),
    "tell_reactions": Pair(processors.tell_reactions(), twins.show_reactions, "reacted"),
    "tell_tool_hooks": Pair(processors.tell_tool_hooks(), twins.tell_tool_hooks, "hooked"),
    "replay_snapshots": Pair(injectors.replay_snapshots(), twins.replay_snapshots, "snapshots"),
    "fill_placeholders, all roles": Pair(
        processors.fill_placeholders(roles=("user", "assistant"), values=_NAME),
        partial(twins.fill_placeholders, values=dict(_NAME), roles=("system", "user", "assistant")),
        "templated",
    ),
    "fill_documents, 100 of them": Pair(
        told(processors.fill_documents(), TEMPLATES, Variables(_NAME)), _fill_documents
    ),
    "render_parts": Pair(processors.render_parts(), twins.render_parts, "attached"),
    "render_media": Pair(processors.render_media(), twins.render_parts, "attached"),
    "render_media, unseen": Pair(
        processors.render_media(vision=False, image_stand_in=twins.STAND_IN),
        partial(twins.render_parts, vision=False),
        "attached",
    ),
    "render_calls": Pair(processors.render_calls(), twins.render_calls, "cut arguments"),
    "filter_disabled_tools": Pair(
        processors.filter_disabled_tools(identifiers=("search",)),
        partial(twins.filter_disabled_tools, identifiers=("search",)),
        "stored",
    ),
    "apply_input_template": Pair(
        processors.apply_input_template(template="> {{text}}"),
        partial(twins.apply_input_template, template="> {{text}}"),
    ),
    "pair_tool_results": Pair(processors.pair_tool_results(), twins.pair_tool_results, "damaged"),
    "render_blocks": Pair(processors.render_blocks(), twins.write_envelopes, "forged"),
    "strip_fields": Pair(processors.strip_fields(), twins.strip_fields, "kept by a store"),
    "fit_injected": Pair(
        injectors.fit_injected(
            budget=1_000,
            priorities=_PRIORITIES,
            overlap=None,
            counter=Counter("fours", False, fours),
        ),
        partial(twins.fit_injected, budget=1_000, count=fours, priorities=dict(_PRIORITIES)),
        "injected",
    ),
    "documents_in_system, of 100": Pair(
        told(injectors.documents_in_system(), DOCUMENTS),
        partial(twins.add_documents, documents=TWIN_DOCUMENTS),
    ),
    "retrieved_documents, 10 of 100": Pair(
        told(injectors.retrieved_documents(at_least=0.3, count=10), PASSAGES),
        partial(twins.add_passages, passages=TWIN_PASSAGES, at_least=0.3, count=10),
    ),
    "fetched_history, the same again": Pair(
        _fetched, lambda rows: twins.prepend_history(rows, rows)
    ),
}
