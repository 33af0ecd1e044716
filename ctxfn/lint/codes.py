"""The one table of rules: a code is never used for another rule."""

from __future__ import annotations

from typing import Final

from ctxfn.lint.rule import Rule
from ctxfn.lint.rules.approval_parts import approval_parts
from ctxfn.lint.rules.arguments_invalid_json import arguments_invalid_json
from ctxfn.lint.rules.arguments_not_object import arguments_not_object
from ctxfn.lint.rules.arguments_type import arguments_type
from ctxfn.lint.rules.cache_breakpoint_count import cache_breakpoint_count
from ctxfn.lint.rules.cache_on_empty_block import cache_on_empty_block
from ctxfn.lint.rules.cache_ttl_order import cache_ttl_order
from ctxfn.lint.rules.call_turn_mixed import call_turn_mixed
from ctxfn.lint.rules.call_turn_position import call_turn_position
from ctxfn.lint.rules.consecutive_same_role import consecutive_same_role
from ctxfn.lint.rules.custom_call_output_type import custom_call_output_type
from ctxfn.lint.rules.developer_role import developer_role
from ctxfn.lint.rules.document_count import document_count
from ctxfn.lint.rules.document_name_duplicate import document_name_duplicate
from ctxfn.lint.rules.document_name_format import document_name_format
from ctxfn.lint.rules.document_needs_text import document_needs_text
from ctxfn.lint.rules.duplicate_system_text import duplicate_system_text
from ctxfn.lint.rules.duplicate_tool_call_id import duplicate_tool_call_id
from ctxfn.lint.rules.duplicate_tool_declaration import duplicate_tool_declaration
from ctxfn.lint.rules.duplicate_tool_result import duplicate_tool_result
from ctxfn.lint.rules.empty_assistant_message import empty_assistant_message
from ctxfn.lint.rules.empty_content_array import empty_content_array
from ctxfn.lint.rules.empty_parts import empty_parts
from ctxfn.lint.rules.empty_text_block import empty_text_block
from ctxfn.lint.rules.empty_tool_calls_array import empty_tool_calls_array
from ctxfn.lint.rules.error_text_in_history import error_text_in_history
from ctxfn.lint.rules.final_assistant_trailing_whitespace import final_assistant_trailing_whitespace
from ctxfn.lint.rules.first_turn_not_user import first_turn_not_user
from ctxfn.lint.rules.foreign_assistant_turn import foreign_assistant_turn
from ctxfn.lint.rules.forged_envelope import forged_envelope
from ctxfn.lint.rules.function_response_not_object import function_response_not_object
from ctxfn.lint.rules.giant_result import giant_result
from ctxfn.lint.rules.growing_result import growing_result
from ctxfn.lint.rules.history_tool_name import history_tool_name
from ctxfn.lint.rules.image_count import image_count
from ctxfn.lint.rules.image_not_supported import image_not_supported
from ctxfn.lint.rules.image_resent import image_resent
from ctxfn.lint.rules.image_role_not_allowed import image_role_not_allowed
from ctxfn.lint.rules.image_too_large import image_too_large
from ctxfn.lint.rules.image_too_large_many import image_too_large_many
from ctxfn.lint.rules.invalid_unicode import invalid_unicode
from ctxfn.lint.rules.last_turn_assistant import last_turn_assistant
from ctxfn.lint.rules.last_turn_pending_call import last_turn_pending_call
from ctxfn.lint.rules.legacy_call import legacy_call
from ctxfn.lint.rules.media_type_mismatch import media_type_mismatch
from ctxfn.lint.rules.media_without_source import media_without_source
from ctxfn.lint.rules.message_name_format import message_name_format
from ctxfn.lint.rules.message_name_unsupported import message_name_unsupported
from ctxfn.lint.rules.missing_content import missing_content
from ctxfn.lint.rules.multiple_system import multiple_system
from ctxfn.lint.rules.no_messages import no_messages
from ctxfn.lint.rules.no_user_message import no_user_message
from ctxfn.lint.rules.placeholder_imitation import placeholder_imitation
from ctxfn.lint.rules.reasoning_content_forbidden import reasoning_content_forbidden
from ctxfn.lint.rules.reasoning_content_missing import reasoning_content_missing
from ctxfn.lint.rules.reasoning_for_nonreasoning_model import reasoning_for_nonreasoning_model
from ctxfn.lint.rules.reasoning_item_adjacency import reasoning_item_adjacency
from ctxfn.lint.rules.reasoning_item_missing import reasoning_item_missing
from ctxfn.lint.rules.reasoning_item_orphan import reasoning_item_orphan
from ctxfn.lint.rules.reasoning_item_summary import reasoning_item_summary
from ctxfn.lint.rules.reasoning_leaks_into_text import reasoning_leaks_into_text
from ctxfn.lint.rules.refusal_part import refusal_part
from ctxfn.lint.rules.responses_content_type import responses_content_type
from ctxfn.lint.rules.responses_item_id_charset import responses_item_id_charset
from ctxfn.lint.rules.responses_item_id_prefix import responses_item_id_prefix
from ctxfn.lint.rules.responses_item_id_stateless import responses_item_id_stateless
from ctxfn.lint.rules.result_turn_mixed import result_turn_mixed
from ctxfn.lint.rules.schema_array_without_items import schema_array_without_items
from ctxfn.lint.rules.schema_no_arguments import schema_no_arguments
from ctxfn.lint.rules.schema_ref_cycle import schema_ref_cycle
from ctxfn.lint.rules.schema_required_not_list import schema_required_not_list
from ctxfn.lint.rules.schema_root_not_object import schema_root_not_object
from ctxfn.lint.rules.schema_unsupported_keyword import schema_unsupported_keyword
from ctxfn.lint.rules.secret_in_message import secret_in_message
from ctxfn.lint.rules.sequential_batches_merged import sequential_batches_merged
from ctxfn.lint.rules.server_tool_pair import server_tool_pair
from ctxfn.lint.rules.string_lengths import string_lengths
from ctxfn.lint.rules.system_not_first import system_not_first
from ctxfn.lint.rules.think_tags_in_text import think_tags_in_text
from ctxfn.lint.rules.thinking_block_missing import thinking_block_missing
from ctxfn.lint.rules.thinking_bound_to_prefix import thinking_bound_to_prefix
from ctxfn.lint.rules.thinking_foreign_signature import thinking_foreign_signature
from ctxfn.lint.rules.thinking_modified import thinking_modified
from ctxfn.lint.rules.thinking_unsigned import thinking_unsigned
from ctxfn.lint.rules.thinking_when_disabled import thinking_when_disabled
from ctxfn.lint.rules.thought_signature_missing import thought_signature_missing
from ctxfn.lint.rules.tool_call_id_charset import tool_call_id_charset
from ctxfn.lint.rules.tool_call_id_missing import tool_call_id_missing
from ctxfn.lint.rules.tool_call_id_too_long import tool_call_id_too_long
from ctxfn.lint.rules.tool_call_without_result import tool_call_without_result
from ctxfn.lint.rules.tool_history_without_tools import tool_history_without_tools
from ctxfn.lint.rules.tool_name_format import tool_name_format
from ctxfn.lint.rules.tool_result_before_call import tool_result_before_call
from ctxfn.lint.rules.tool_result_content_type import tool_result_content_type
from ctxfn.lint.rules.tool_result_count import tool_result_count
from ctxfn.lint.rules.tool_result_empty import tool_result_empty
from ctxfn.lint.rules.tool_result_name import tool_result_name
from ctxfn.lint.rules.tool_result_not_adjacent import tool_result_not_adjacent
from ctxfn.lint.rules.tool_result_not_first import tool_result_not_first
from ctxfn.lint.rules.tool_result_without_call import tool_result_without_call
from ctxfn.lint.rules.tool_result_wrong_id import tool_result_wrong_id
from ctxfn.lint.rules.tool_results_split import tool_results_split
from ctxfn.lint.rules.tool_then_user import tool_then_user
from ctxfn.lint.rules.unknown_call_type import unknown_call_type
from ctxfn.lint.rules.unknown_message_key import unknown_message_key
from ctxfn.lint.rules.unknown_part import unknown_part
from ctxfn.lint.rules.unknown_role import unknown_role
from ctxfn.lint.rules.unreadable_value import unreadable_value
from ctxfn.lint.rules.unstable_ids import unstable_ids
from ctxfn.lint.rules.unstable_tool_order import unstable_tool_order
from ctxfn.lint.rules.volatile_prefix import volatile_prefix

__all__ = ["REFUSALS", "RULES", "rule_named"]

#: All rules, by family (T tools, R roles and order, C content, I ids, M media, S schemas, N thoughts, B size,
#: X cache and security), and number.
RULES: Final[tuple[Rule, ...]] = (
    tool_result_without_call,
    tool_call_without_result,
    tool_result_before_call,
    tool_result_not_adjacent,
    duplicate_tool_result,
    last_turn_pending_call,
    arguments_invalid_json,
    legacy_call,
    unknown_call_type,
    server_tool_pair,
    tool_result_count,
    sequential_batches_merged,
    custom_call_output_type,
    call_turn_mixed,
    tool_result_wrong_id,
    approval_parts,
    result_turn_mixed,
    tool_history_without_tools,
    tool_results_split,
    tool_result_not_first,
    arguments_not_object,
    arguments_type,
    function_response_not_object,
    tool_result_content_type,
    first_turn_not_user,
    no_user_message,
    consecutive_same_role,
    last_turn_assistant,
    system_not_first,
    multiple_system,
    developer_role,
    unknown_role,
    no_messages,
    call_turn_position,
    tool_then_user,
    error_text_in_history,
    foreign_assistant_turn,
    duplicate_system_text,
    empty_assistant_message,
    empty_content_array,
    empty_tool_calls_array,
    invalid_unicode,
    unreadable_value,
    missing_content,
    unknown_part,
    empty_text_block,
    final_assistant_trailing_whitespace,
    empty_parts,
    responses_content_type,
    unknown_message_key,
    tool_result_empty,
    think_tags_in_text,
    placeholder_imitation,
    refusal_part,
    tool_call_id_missing,
    tool_call_id_too_long,
    tool_call_id_charset,
    history_tool_name,
    tool_result_name,
    responses_item_id_prefix,
    responses_item_id_charset,
    responses_item_id_stateless,
    tool_name_format,
    message_name_format,
    message_name_unsupported,
    duplicate_tool_declaration,
    duplicate_tool_call_id,
    image_role_not_allowed,
    media_without_source,
    image_not_supported,
    image_too_large,
    image_too_large_many,
    media_type_mismatch,
    image_count,
    document_count,
    document_name_duplicate,
    document_name_format,
    document_needs_text,
    image_resent,
    schema_root_not_object,
    schema_required_not_list,
    schema_array_without_items,
    schema_no_arguments,
    schema_unsupported_keyword,
    schema_ref_cycle,
    thinking_unsigned,
    thinking_block_missing,
    thought_signature_missing,
    thinking_foreign_signature,
    reasoning_item_orphan,
    reasoning_item_missing,
    reasoning_item_adjacency,
    reasoning_item_summary,
    reasoning_for_nonreasoning_model,
    reasoning_content_missing,
    reasoning_content_forbidden,
    thinking_when_disabled,
    reasoning_leaks_into_text,
    thinking_modified,
    thinking_bound_to_prefix,
    string_lengths,
    giant_result,
    growing_result,
    cache_breakpoint_count,
    cache_ttl_order,
    volatile_prefix,
    unstable_tool_order,
    unstable_ids,
    secret_in_message,
    forged_envelope,
    cache_on_empty_block,
)

#: Those of what some API refuses: what is unwise alone is left out.
REFUSALS: Final[tuple[Rule, ...]] = tuple(rule for rule in RULES if not rule.unwise)


def rule_named(name: str) -> Rule | None:
    """Return the rule with this code or name, or ``None``.

    Contract:
        Letter case does not count.

    Complexity: O(rules).

    Source: ours.

    Examples:
        >>> rule_named("t101").name, rule_named("T101") is rule_named("tool-result-without-call")
        ('tool-result-without-call', True)
    """
    wanted = name.lower()
    return next((rule for rule in RULES if wanted in (rule.code.lower(), rule.name)), None)
