"""Wire: each provider's writing of a conversation, both ways, and what each target accepts."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ctxfn.wire.codec import Codec, Conversation, Encoded, Loss
    from ctxfn.wire.codecs import codec_named, codec_names
    from ctxfn.wire.empty_lists import (
        content_lacking,
        empty_lists_in,
        is_empty_text,
        is_one_text,
    )
    from ctxfn.wire.errors import UnknownCodec, UnknownFormat, UnknownTarget
    from ctxfn.wire.formats import Recognised, detect, recognise
    from ctxfn.wire.misread import odd_keys, without_misread
    from ctxfn.wire.profiles import Profile, Role
    from ctxfn.wire.targets import Target, profile, target, target_names
    from ctxfn.wire.unsendable import unsendable_parts

__all__ = [
    "Codec",
    "Conversation",
    "Encoded",
    "Loss",
    "Profile",
    "Recognised",
    "Role",
    "Target",
    "UnknownCodec",
    "UnknownFormat",
    "UnknownTarget",
    "codec_named",
    "codec_names",
    "content_lacking",
    "detect",
    "empty_lists_in",
    "is_empty_text",
    "is_one_text",
    "odd_keys",
    "profile",
    "recognise",
    "target",
    "target_names",
    "unsendable_parts",
    "without_misread",
]

_MODULE_OF = {
    "Codec": "codec",
    "Conversation": "codec",
    "Encoded": "codec",
    "Loss": "codec",
    "Profile": "profiles",
    "Recognised": "formats",
    "Role": "profiles",
    "Target": "targets",
    "UnknownCodec": "errors",
    "UnknownFormat": "errors",
    "UnknownTarget": "errors",
    "codec_named": "codecs",
    "codec_names": "codecs",
    "content_lacking": "empty_lists",
    "detect": "formats",
    "empty_lists_in": "empty_lists",
    "is_empty_text": "empty_lists",
    "is_one_text": "empty_lists",
    "odd_keys": "misread",
    "profile": "targets",
    "recognise": "formats",
    "target": "targets",
    "target_names": "targets",
    "unsendable_parts": "unsendable",
    "without_misread": "misread",
}


def __getattr__(name: str) -> object:
    if name not in _MODULE_OF:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"{__name__}.{_MODULE_OF[name]}"), name)
