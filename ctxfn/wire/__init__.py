"""Wire: each provider's writing of a conversation, both ways, and what each target accepts."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ctxfn.doors import lazily as _lazily

if TYPE_CHECKING:
    from ctxfn.wire.anthropic.cache import (
        MARKER_KEY,
        Marker,
        late_markers,
        markers_in,
        surplus_markers,
    )
    from ctxfn.wire.anthropic.thinking import answer_without_thoughts, leaves_off, thinks
    from ctxfn.wire.anthropic.written import is_listed, message_keys
    from ctxfn.wire.codec import Codec, Conversation, Encoded, Loss
    from ctxfn.wire.codecs import CodecName, codec_named, codec_names
    from ctxfn.wire.empty_lists import content_lacking, empty_lists_in, is_empty_text, is_one_text
    from ctxfn.wire.errors import UnknownCodec, UnknownFormat, UnknownTarget
    from ctxfn.wire.formats import UNDECIDED, Recognised, detect, recognise
    from ctxfn.wire.misread import odd_keys, without_misread
    from ctxfn.wire.profiles import Profile, Role
    from ctxfn.wire.remembering import ChatEncoder
    from ctxfn.wire.settings import setting_in, settings_for, with_setting
    from ctxfn.wire.targets import Target, profile, target, target_names
    from ctxfn.wire.text_patterns import TextPattern, is_text_pattern
    from ctxfn.wire.unsendable import unsendable_parts

__all__ = [
    "MARKER_KEY",
    "UNDECIDED",
    "ChatEncoder",
    "Codec",
    "CodecName",
    "Conversation",
    "Encoded",
    "Loss",
    "Marker",
    "Profile",
    "Recognised",
    "Role",
    "Target",
    "TextPattern",
    "UnknownCodec",
    "UnknownFormat",
    "UnknownTarget",
    "answer_without_thoughts",
    "codec_named",
    "codec_names",
    "content_lacking",
    "detect",
    "empty_lists_in",
    "is_empty_text",
    "is_listed",
    "is_one_text",
    "is_text_pattern",
    "late_markers",
    "leaves_off",
    "markers_in",
    "message_keys",
    "odd_keys",
    "profile",
    "recognise",
    "setting_in",
    "settings_for",
    "surplus_markers",
    "target",
    "target_names",
    "thinks",
    "unsendable_parts",
    "with_setting",
    "without_misread",
]

__getattr__, __dir__ = _lazily(
    __name__,
    {
        "anthropic.cache": "MARKER_KEY Marker late_markers markers_in surplus_markers",
        "anthropic.thinking": "answer_without_thoughts leaves_off thinks",
        "anthropic.written": "is_listed message_keys",
        "codec": "Codec Conversation Encoded Loss",
        "codecs": "CodecName codec_named codec_names",
        "empty_lists": "content_lacking empty_lists_in is_empty_text is_one_text",
        "errors": "UnknownCodec UnknownFormat UnknownTarget",
        "formats": "UNDECIDED Recognised detect recognise",
        "misread": "odd_keys without_misread",
        "profiles": "Profile Role",
        "remembering": "ChatEncoder",
        "settings": "setting_in settings_for with_setting",
        "targets": "Target profile target target_names",
        "text_patterns": "TextPattern is_text_pattern",
        "unsendable": "unsendable_parts",
    },
)
