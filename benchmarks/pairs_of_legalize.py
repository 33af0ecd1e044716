"""Each step that one target demands, beside its twin."""

from __future__ import annotations

from functools import partial
from typing import Final

from attrs import evolve

from benchmarks import twins
from benchmarks.busy_items import LONGEST
from benchmarks.pair import Pair, told
from benchmarks.subjects import OPENAI
from benchmarks.twins import items
from ctxfn import processors
from ctxfn.facts import Model
from ctxfn.wire import profile

__all__ = ["PAIRS_OF_LEGALIZE"]

#: A model that reads no system message and sees no picture.
_LACKING: Final = frozenset({"system", "vision"})
_LACKS: Final = Model(system=False, vision=False)
#: A server that knows items by their ids.
_SERVER: Final = profile("openai/responses")

PAIRS_OF_LEGALIZE: Final[dict[str, Pair]] = {
    "developer_as_system": Pair(
        processors.developer_as_system(), twins.developer_as_system, "developers"
    ),
    "place_system": Pair(processors.place_system(), twins.place_system, "systems"),
    "place_system, hoisted": Pair(
        processors.place_system(mid_system="hoist"),
        partial(twins.place_system, hoist=True),
        "systems",
    ),
    "fold_system": Pair(processors.fold_system(), twins.fold_system, "systems"),
    "start_with_user": Pair(processors.start_with_user(), twins.start_with_user, "greeted"),
    "start_with_user, with a message of ours": Pair(
        processors.start_with_user(how="prepend"),
        partial(twins.start_with_user, how="prepend"),
        "greeted",
    ),
    "merge_runs": Pair(processors.merge_runs(), twins.merge_runs, "runs"),
    "lift_media": Pair(processors.lift_media(), twins.lift_media, "shown by tools"),
    "mend_call_ids": Pair(processors.mend_call_ids(), twins.mend_call_ids, "ids"),
    "modern_calls": Pair(processors.modern_calls(everywhere=True), twins.modern_calls, "old calls"),
    "name_calls": Pair(processors.name_calls(), twins.name_calls, "nameless"),
    "plain_calls": Pair(processors.plain_calls(), twins.plain_calls, "strange calls"),
    "mend_unicode": Pair(processors.mend_unicode(), twins.mend_unicode, "halves"),
    "rewrite_empty": Pair(processors.rewrite_empty(), twins.rewrite_empty, "empty lists"),
    "stand_in_parts": Pair(
        told(processors.stand_in_parts(), OPENAI), twins.stand_in_parts, "strange parts"
    ),
    "mend_names": Pair(processors.mend_names(), twins.mend_names, "named"),
    "names_as_text": Pair(processors.names_as_text(), twins.names_as_text, "named"),
    "drop_blank_texts": Pair(processors.drop_blank_texts(), twins.drop_blank_texts, "blank"),
    "drop_foreign_thoughts": Pair(
        processors.drop_foreign_thoughts(), twins.drop_foreign_thoughts, "thinking"
    ),
    "drop_empty_contents": Pair(
        processors.drop_empty_contents(), twins.drop_empty_contents, "saying nothing"
    ),
    "drop_foreign_signatures": Pair(
        processors.drop_foreign_signatures(every=True), twins.drop_foreign_signatures, "signed"
    ),
    "name_results": Pair(processors.name_results(), twins.name_results, "misnamed"),
    "sign_calls": Pair(processors.sign_calls(), twins.sign_calls, "working"),
    "drop_stray_server_results": Pair(
        processors.drop_stray_server_results(), twins.drop_stray_server_results, "served"
    ),
    "mend_items": Pair(told(processors.mend_items(), _SERVER), items.mend_items, "items"),
    "drop_lone_reasoning": Pair(
        told(processors.drop_lone_reasoning(), _SERVER), items.drop_lone_reasoning, "items"
    ),
    "drop_stray_items": Pair(
        told(processors.drop_stray_items(), _SERVER), items.drop_stray_items, "items"
    ),
    "type_results": Pair(processors.type_results(), items.type_results, "items"),
    "cut_long_values": Pair(
        told(processors.cut_long_values(), evolve(_SERVER, text_length=LONGEST)),
        partial(items.cut_long_values, limit=LONGEST),
        "items",
    ),
    "fill_empty_results": Pair(processors.fill_empty_results(), twins.fill_empty_results, "silent"),
    "introduce_documents": Pair(
        processors.introduce_documents(), twins.introduce_documents, "documents"
    ),
    "join_results": Pair(processors.join_results(), twins.join_results, "answered apart"),
    "limit_media": Pair(
        processors.limit_media(images=1, documents=1),
        partial(twins.limit_media, images=1, documents=1),
        "documents",
    ),
    "name_documents": Pair(processors.name_documents(), twins.name_documents, "documents"),
    "claim_results": Pair(processors.claim_results(), twins.claim_results, "strays"),
    "drop_approvals": Pair(processors.drop_approvals(), twins.drop_approvals, "approvals"),
    "drop_flagged": Pair(processors.drop_flagged(), twins.drop_flagged, "flagged"),
    "drop_last_thoughts": Pair(
        processors.drop_last_thoughts(), twins.drop_last_thoughts, "going on"
    ),
    "limit_images": Pair(
        processors.limit_images(many=4, many_side=1),
        partial(twins.limit_images, many=4),
        "crowded",
    ),
    "mend_media_types": Pair(
        processors.mend_media_types(), twins.mend_media_types, "misnamed media"
    ),
    "end_with_user": Pair(processors.end_with_user(), twins.end_with_user, "answered"),
    "bridge_results": Pair(processors.bridge_results(), twins.bridge_results, "interrupted"),
    "collapse_batches": Pair(processors.collapse_batches(), twins.collapse_batches, "listed again"),
    "fit_thoughts": Pair(processors.fit_thoughts(), twins.fit_thoughts, "thinking"),
    "words_behind_results": Pair(processors.words_behind_results(), twins.words_behind_results),
    "trim_last_answer": Pair(processors.trim_last_answer(), twins.trim_last_answer, "answered"),
    "meet_capabilities": Pair(
        told(processors.meet_capabilities(image_stand_in=twins.STAND_IN), _LACKS),
        partial(twins.meet_capabilities, lacking=_LACKING),
        "pictures",
    ),
    "require_capabilities": Pair(
        told(processors.require_capabilities(of=("audio",)), Model(audio=False)),
        partial(twins.require_capabilities, lacking=frozenset({"audio"})),
        "pictures",
    ),
}
