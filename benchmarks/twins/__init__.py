"""Mutable twins: what a careful engineer writes by hand, in place on lists of dicts."""

from __future__ import annotations

from benchmarks.twins.add_documents import (
    add_documents,
    add_passages,
)
from benchmarks.twins.apply_input_template import (
    apply_input_template,
)
from benchmarks.twins.attribute_agents import (
    attribute_agents,
)
from benchmarks.twins.call_ids import (
    mend_call_ids,
    name_calls,
)
from benchmarks.twins.call_kinds import (
    modern_calls,
    plain_calls,
)
from benchmarks.twins.catalogue_rules import (
    claim_results,
    drop_approvals,
    drop_flagged,
    drop_last_thoughts,
    limit_images,
    mend_media_types,
)
from benchmarks.twins.choose_columns import (
    choose_columns,
)
from benchmarks.twins.closed_parts import (
    rewrite_empty,
    stand_in_parts,
)
from benchmarks.twins.closed_rules import (
    drop_blank_texts,
    drop_foreign_thoughts,
    drop_stray_server_results,
    end_with_user,
    trim_last_answer,
)
from benchmarks.twins.compact import (
    compact,
)
from benchmarks.twins.default_pipeline import (
    Policy,
    Situation,
    default_pipeline,
)
from benchmarks.twins.dialects import (
    bridge_results,
    collapse_batches,
    fit_thoughts,
    words_behind_results,
)
from benchmarks.twins.document_rules import (
    fill_empty_results,
    introduce_documents,
    join_results,
    limit_media,
    name_documents,
)
from benchmarks.twins.drop_calls import (
    drop_handoffs,
    filter_orchestration,
)
from benchmarks.twins.drop_empty import (
    drop_empty,
)
from benchmarks.twins.drop_old_reasoning import (
    drop_old_reasoning,
)
from benchmarks.twins.elide_tool_results import (
    elide_tool_results,
)
from benchmarks.twins.fill_documents import (
    fill_documents,
)
from benchmarks.twins.fill_placeholders import (
    fill_placeholders,
)
from benchmarks.twins.filter_disabled_tools import (
    filter_disabled_tools,
)
from benchmarks.twins.filter_web_searches import (
    filter_web_searches,
)
from benchmarks.twins.find_topics import (
    find_topics,
)
from benchmarks.twins.fit_injected import (
    fit_injected,
)
from benchmarks.twins.fit_tokens import (
    fit_tokens,
)
from benchmarks.twins.flatten_councils import (
    flatten_councils,
)
from benchmarks.twins.flatten_groups import (
    flatten_groups,
)
from benchmarks.twins.flatten_tasks import (
    flatten_tasks,
)
from benchmarks.twins.inject import (
    inject_preamble,
    inject_system,
    inject_tail,
)
from benchmarks.twins.keep_messages import (
    keep_messages,
)
from benchmarks.twins.keep_recent import (
    keep_recent,
)
from benchmarks.twins.lift_media import (
    lift_media,
)
from benchmarks.twins.limit_results import (
    limit_results,
)
from benchmarks.twins.linearise import (
    linearise,
)
from benchmarks.twins.meet_capabilities import (
    meet_capabilities,
    require_capabilities,
)
from benchmarks.twins.mend_names import (
    mend_names,
)
from benchmarks.twins.mend_unicode import (
    mend_unicode,
)
from benchmarks.twins.merge_runs import (
    merge_runs,
)
from benchmarks.twins.names_as_text import (
    names_as_text,
)
from benchmarks.twins.pair_tool_results import (
    pair_tool_results,
)
from benchmarks.twins.parted_rules import (
    drop_empty_contents,
    drop_foreign_signatures,
    name_results,
    sign_calls,
)
from benchmarks.twins.place_system import (
    developer_as_system,
    fold_system,
    place_system,
)
from benchmarks.twins.prepend_history import (
    prepend_history,
)
from benchmarks.twins.rank_passages import (
    rank_passages,
)
from benchmarks.twins.render_calls import (
    render_calls,
)
from benchmarks.twins.render_parts import (
    STAND_IN,
    render_parts,
)
from benchmarks.twins.repair_arguments import (
    mend_swallowed,
    repair_arguments,
)
from benchmarks.twins.resolve_skills import (
    resolve_skills,
)
from benchmarks.twins.restore_supervisor import (
    restore_supervisor,
)
from benchmarks.twins.select_tools import (
    select_tools,
)
from benchmarks.twins.show_reactions import (
    show_reactions,
)
from benchmarks.twins.shrink_arguments import (
    shrink_arguments,
)
from benchmarks.twins.start_with_user import (
    start_with_user,
)
from benchmarks.twins.strip_fields import (
    strip_fields,
)
from benchmarks.twins.strip_leaked_calls import (
    strip_leaked_calls,
)
from benchmarks.twins.surface_cards import (
    surface_callbacks,
    surface_checks,
    surface_summaries,
    surface_tasks,
)
from benchmarks.twins.tool_rows import (
    replay_snapshots,
    tell_tool_hooks,
)
from benchmarks.twins.trim_activations import (
    trim_activations,
)
from benchmarks.twins.trim_stale_results import (
    trim_stale_results,
)
from benchmarks.twins.unfold_cards import (
    unfold_cards,
)
from benchmarks.twins.wire_name import (
    wire_name,
)
from benchmarks.twins.write_envelopes import (
    write_envelopes,
)

__all__ = [
    "STAND_IN",
    "Policy",
    "Situation",
    "add_documents",
    "add_passages",
    "apply_input_template",
    "attribute_agents",
    "bridge_results",
    "choose_columns",
    "claim_results",
    "collapse_batches",
    "compact",
    "default_pipeline",
    "developer_as_system",
    "drop_approvals",
    "drop_blank_texts",
    "drop_empty",
    "drop_empty_contents",
    "drop_flagged",
    "drop_foreign_signatures",
    "drop_foreign_thoughts",
    "drop_handoffs",
    "drop_last_thoughts",
    "drop_old_reasoning",
    "drop_stray_server_results",
    "elide_tool_results",
    "end_with_user",
    "fill_documents",
    "fill_empty_results",
    "fill_placeholders",
    "filter_disabled_tools",
    "filter_orchestration",
    "filter_web_searches",
    "find_topics",
    "fit_injected",
    "fit_thoughts",
    "fit_tokens",
    "flatten_councils",
    "flatten_groups",
    "flatten_tasks",
    "fold_system",
    "inject_preamble",
    "inject_system",
    "inject_tail",
    "introduce_documents",
    "join_results",
    "keep_messages",
    "keep_recent",
    "lift_media",
    "limit_images",
    "limit_media",
    "limit_results",
    "linearise",
    "meet_capabilities",
    "mend_call_ids",
    "mend_media_types",
    "mend_names",
    "mend_swallowed",
    "mend_unicode",
    "merge_runs",
    "modern_calls",
    "name_calls",
    "name_documents",
    "name_results",
    "names_as_text",
    "pair_tool_results",
    "place_system",
    "plain_calls",
    "prepend_history",
    "rank_passages",
    "render_calls",
    "render_parts",
    "repair_arguments",
    "replay_snapshots",
    "require_capabilities",
    "resolve_skills",
    "restore_supervisor",
    "rewrite_empty",
    "select_tools",
    "show_reactions",
    "shrink_arguments",
    "sign_calls",
    "stand_in_parts",
    "start_with_user",
    "strip_fields",
    "strip_leaked_calls",
    "surface_callbacks",
    "surface_checks",
    "surface_summaries",
    "surface_tasks",
    "tell_tool_hooks",
    "trim_activations",
    "trim_last_answer",
    "trim_stale_results",
    "unfold_cards",
    "wire_name",
    "words_behind_results",
    "write_envelopes",
]
