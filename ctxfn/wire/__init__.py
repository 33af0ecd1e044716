"""Wire: each provider's writing of a conversation, both ways, and what each target accepts."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ctxfn.doors import lazily as _lazily

if TYPE_CHECKING:
    from ctxfn.wire.anthropic.cache import (
        MARKER_KEY,
        MARKER_KEYS,
        Marker,
        late_markers,
        markers_in,
        surplus_markers,
    )
    from ctxfn.wire.anthropic.surplus import unknown_block_keys, without_unknown_block_keys
    from ctxfn.wire.anthropic.thinking import answer_without_thoughts, leaves_off, thinks
    from ctxfn.wire.anthropic.written import is_listed, message_keys
    from ctxfn.wire.bedrock.documents import (
        document_name,
        fitting_document_names,
        is_document,
        with_document_name,
    )
    from ctxfn.wire.bedrock.joined import as_joined, block_keys, opens_message
    from ctxfn.wire.bedrock.surplus import block_surplus, without_block_surplus
    from ctxfn.wire.beside_content import lacks_thoughts
    from ctxfn.wire.byte_texts import holds_bytes
    from ctxfn.wire.codec import Codec, Conversation, Encoded, Loss
    from ctxfn.wire.codecs import CodecName, codec_named, codec_names
    from ctxfn.wire.empty_lists import content_lacking, empty_lists_in, is_empty_text, is_one_text
    from ctxfn.wire.errors import UnknownCodec, UnknownFormat, UnknownTarget
    from ctxfn.wire.formats import UNDECIDED, Recognised, detect, recognise
    from ctxfn.wire.gemini.schema_faults import (
        cyclic_reference,
        words_foreign_to_gemini,
        writes_parameters,
    )
    from ctxfn.wire.gemini.standing import well_placed
    from ctxfn.wire.gemini.tools import fitted_parameters
    from ctxfn.wire.gemini.unknown_keys import without_unknown_keys
    from ctxfn.wire.misread import odd_keys, without_misread
    from ctxfn.wire.openai_responses.client_items import StrayItem, stray_items
    from ctxfn.wire.openai_responses.held import without_held
    from ctxfn.wire.openai_responses.item_faults import ItemFault, ItemFaultKind, item_faults
    from ctxfn.wire.openai_responses.lone_thoughts import LoneThought, lone_thoughts
    from ctxfn.wire.openai_responses.mended_items import without_item_faults
    from ctxfn.wire.openai_responses.unlinked import without_thoughts
    from ctxfn.wire.plain_history import beyond_words_and_calls, known_beyond, only_words_and_calls
    from ctxfn.wire.profiles import Profile, Role
    from ctxfn.wire.remembering import ChatEncoder
    from ctxfn.wire.server_state import ServerState, server_state
    from ctxfn.wire.settings import setting_in, settings_for, with_setting
    from ctxfn.wire.surplus_keys import is_prefix, surplus_keys, without_surplus_keys
    from ctxfn.wire.targets import Target, profile, target, target_names
    from ctxfn.wire.text_patterns import TextPattern, is_text_pattern
    from ctxfn.wire.unsendable import can_show, unsendable_parts

__all__ = [
    "MARKER_KEY",
    "MARKER_KEYS",
    "UNDECIDED",
    "ChatEncoder",
    "Codec",
    "CodecName",
    "Conversation",
    "Encoded",
    "ItemFault",
    "ItemFaultKind",
    "LoneThought",
    "Loss",
    "Marker",
    "Profile",
    "Recognised",
    "Role",
    "ServerState",
    "StrayItem",
    "Target",
    "TextPattern",
    "UnknownCodec",
    "UnknownFormat",
    "UnknownTarget",
    "answer_without_thoughts",
    "as_joined",
    "beyond_words_and_calls",
    "block_keys",
    "block_surplus",
    "can_show",
    "codec_named",
    "codec_names",
    "content_lacking",
    "cyclic_reference",
    "detect",
    "document_name",
    "empty_lists_in",
    "fitted_parameters",
    "fitting_document_names",
    "holds_bytes",
    "is_document",
    "is_empty_text",
    "is_listed",
    "is_one_text",
    "is_prefix",
    "is_text_pattern",
    "item_faults",
    "known_beyond",
    "lacks_thoughts",
    "late_markers",
    "leaves_off",
    "lone_thoughts",
    "markers_in",
    "message_keys",
    "odd_keys",
    "only_words_and_calls",
    "opens_message",
    "profile",
    "recognise",
    "server_state",
    "setting_in",
    "settings_for",
    "stray_items",
    "surplus_keys",
    "surplus_markers",
    "target",
    "target_names",
    "thinks",
    "unknown_block_keys",
    "unsendable_parts",
    "well_placed",
    "with_document_name",
    "with_setting",
    "without_block_surplus",
    "without_held",
    "without_item_faults",
    "without_misread",
    "without_surplus_keys",
    "without_thoughts",
    "without_unknown_block_keys",
    "without_unknown_keys",
    "words_foreign_to_gemini",
    "writes_parameters",
]

__getattr__, __dir__ = _lazily(
    __name__,
    {
        "anthropic.cache": "MARKER_KEY MARKER_KEYS Marker late_markers markers_in surplus_markers",
        "anthropic.thinking": "answer_without_thoughts leaves_off thinks",
        "anthropic.surplus": "unknown_block_keys without_unknown_block_keys",
        "anthropic.written": "is_listed message_keys",
        "byte_texts": "holds_bytes",
        "bedrock.documents": (
            "document_name fitting_document_names is_document with_document_name"
        ),
        "bedrock.joined": "as_joined block_keys opens_message",
        "bedrock.surplus": "block_surplus without_block_surplus",
        "beside_content": "lacks_thoughts",
        "codec": "Codec Conversation Encoded Loss",
        "codecs": "CodecName codec_named codec_names",
        "empty_lists": "content_lacking empty_lists_in is_empty_text is_one_text",
        "errors": "UnknownCodec UnknownFormat UnknownTarget",
        "formats": "UNDECIDED Recognised detect recognise",
        "gemini.schema_faults": "cyclic_reference words_foreign_to_gemini writes_parameters",
        "gemini.standing": "well_placed",
        "gemini.tools": "fitted_parameters",
        "gemini.unknown_keys": "without_unknown_keys",
        "misread": "odd_keys without_misread",
        "openai_responses.client_items": "StrayItem stray_items",
        "openai_responses.held": "without_held",
        "openai_responses.item_faults": "ItemFault ItemFaultKind item_faults",
        "openai_responses.lone_thoughts": "LoneThought lone_thoughts",
        "openai_responses.mended_items": "without_item_faults",
        "openai_responses.unlinked": "without_thoughts",
        "plain_history": "beyond_words_and_calls known_beyond only_words_and_calls",
        "profiles": "Profile Role",
        "server_state": "ServerState server_state",
        "surplus_keys": "is_prefix surplus_keys without_surplus_keys",
        "remembering": "ChatEncoder",
        "settings": "setting_in settings_for with_setting",
        "targets": "Target profile target target_names",
        "text_patterns": "TextPattern is_text_pattern",
        "unsendable": "can_show unsendable_parts",
    },
)
