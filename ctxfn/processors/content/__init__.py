"""Content: parts and calls as the target takes them."""

from __future__ import annotations

from ctxfn.processors.content.calls_as_text import calls_as_text
from ctxfn.processors.content.files_block import files_block, files_text, reference_prefix
from ctxfn.processors.content.mend_calls import CUT_OFF, mend_calls
from ctxfn.processors.content.render_calls import render_calls
from ctxfn.processors.content.render_media import (
    IMAGE_STAND_IN,
    SOUND_STAND_IN,
    VIDEO_STAND_IN,
    render_media,
)
from ctxfn.processors.content.render_parts import render_parts
from ctxfn.processors.content.tell_tool_hooks import tell_tool_hooks
from ctxfn.processors.content.tool_images import ToolImages, take_tool_images

__all__ = [
    "CUT_OFF",
    "IMAGE_STAND_IN",
    "SOUND_STAND_IN",
    "VIDEO_STAND_IN",
    "ToolImages",
    "calls_as_text",
    "files_block",
    "files_text",
    "mend_calls",
    "reference_prefix",
    "render_calls",
    "render_media",
    "render_parts",
    "take_tool_images",
    "tell_tool_hooks",
]
