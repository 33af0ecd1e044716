"""Legalize: steps that make a flat conversation acceptable to one target."""

from __future__ import annotations

from ctxfn.processors.legalize.bridge_results import bridge_results
from ctxfn.processors.legalize.claim_results import claim_results, claimed_results
from ctxfn.processors.legalize.collapse_batches import collapse_batches
from ctxfn.processors.legalize.cut_long_values import cut_long_values, long_values
from ctxfn.processors.legalize.developer_as_system import developer_as_system
from ctxfn.processors.legalize.drop_approvals import drop_approvals, parts_on_approval
from ctxfn.processors.legalize.drop_blank_texts import drop_blank_texts
from ctxfn.processors.legalize.drop_empty_contents import drop_empty_contents, has_no_part
from ctxfn.processors.legalize.drop_flagged import drop_flagged
from ctxfn.processors.legalize.drop_foreign_signatures import drop_foreign_signatures, is_foreign_to
from ctxfn.processors.legalize.drop_foreign_thoughts import drop_foreign_thoughts
from ctxfn.processors.legalize.drop_last_thoughts import drop_last_thoughts
from ctxfn.processors.legalize.drop_lone_reasoning import drop_lone_reasoning
from ctxfn.processors.legalize.drop_stray_items import drop_stray_items
from ctxfn.processors.legalize.drop_stray_server_results import (
    drop_stray_server_results,
    stray_server_results,
)
from ctxfn.processors.legalize.end_with_user import end_with_user
from ctxfn.processors.legalize.fill_empty_results import fails_in_silence, fill_empty_results
from ctxfn.processors.legalize.fit_thoughts import fit_thoughts
from ctxfn.processors.legalize.fold_system import fold_system
from ctxfn.processors.legalize.introduce_documents import introduce_documents, is_bare_document
from ctxfn.processors.legalize.join_results import join_results, split_results
from ctxfn.processors.legalize.lift_media import lift_media
from ctxfn.processors.legalize.limit_images import large_images, limit_images
from ctxfn.processors.legalize.limit_media import limit_media, surplus_documents, surplus_pictures
from ctxfn.processors.legalize.meet_capabilities import meet_capabilities
from ctxfn.processors.legalize.mend_call_ids import mend_call_ids
from ctxfn.processors.legalize.mend_items import mend_items
from ctxfn.processors.legalize.mend_media_types import mend_media_types, misnamed_media
from ctxfn.processors.legalize.mend_names import mend_names
from ctxfn.processors.legalize.mend_unicode import (
    broken_fields,
    maybe_broken,
    mend_unicode,
    whole_characters,
)
from ctxfn.processors.legalize.merge_runs import merge_runs
from ctxfn.processors.legalize.modern_calls import mixed_calls, modern_calls
from ctxfn.processors.legalize.name_calls import name_calls
from ctxfn.processors.legalize.name_documents import name_documents
from ctxfn.processors.legalize.name_results import misnamed_results, name_results
from ctxfn.processors.legalize.names_as_text import names_as_text
from ctxfn.processors.legalize.place_system import place_system
from ctxfn.processors.legalize.plain_calls import plain_calls
from ctxfn.processors.legalize.rewrite_empty import rewrite_empty
from ctxfn.processors.legalize.sign_calls import sign_calls, unsigned_steps
from ctxfn.processors.legalize.stand_in_parts import stand_in_parts
from ctxfn.processors.legalize.start_with_user import start_with_user
from ctxfn.processors.legalize.trim_last_answer import trim_last_answer
from ctxfn.processors.legalize.type_results import mistyped_results, type_results
from ctxfn.processors.legalize.words_behind_results import speaks_and_calls, words_behind_results

__all__ = [
    "bridge_results",
    "broken_fields",
    "claim_results",
    "claimed_results",
    "collapse_batches",
    "cut_long_values",
    "developer_as_system",
    "drop_approvals",
    "drop_blank_texts",
    "drop_empty_contents",
    "drop_flagged",
    "drop_foreign_signatures",
    "drop_foreign_thoughts",
    "drop_last_thoughts",
    "drop_lone_reasoning",
    "drop_stray_items",
    "drop_stray_server_results",
    "end_with_user",
    "fails_in_silence",
    "fill_empty_results",
    "fit_thoughts",
    "fold_system",
    "has_no_part",
    "introduce_documents",
    "is_bare_document",
    "is_foreign_to",
    "join_results",
    "large_images",
    "lift_media",
    "limit_images",
    "limit_media",
    "long_values",
    "maybe_broken",
    "meet_capabilities",
    "mend_call_ids",
    "mend_items",
    "mend_media_types",
    "mend_names",
    "mend_unicode",
    "merge_runs",
    "misnamed_media",
    "misnamed_results",
    "mistyped_results",
    "mixed_calls",
    "modern_calls",
    "name_calls",
    "name_documents",
    "name_results",
    "names_as_text",
    "parts_on_approval",
    "place_system",
    "plain_calls",
    "rewrite_empty",
    "sign_calls",
    "speaks_and_calls",
    "split_results",
    "stand_in_parts",
    "start_with_user",
    "stray_server_results",
    "surplus_documents",
    "surplus_pictures",
    "trim_last_answer",
    "type_results",
    "unsigned_steps",
    "whole_characters",
    "words_behind_results",
]
