"""The step that strips what must not be sent, for the format that is written."""

from __future__ import annotations

import functools
from typing import cast

from ctxfn.assembly import Policy, default_pipeline
from ctxfn.pipeline import AnyStep, Pipeline
from ctxfn.processors import strip_fields
from ctxfn.wire import CodecName, codec_names

__all__ = ["stripped_for", "stripping_for", "usual_for"]

#: The format that steps mean if nothing says otherwise.
_USUAL = "openai_chat"


def stripping_for(codec: str) -> AnyStep:
    """Strip for the format *codec*; one that is none of ours has keys nobody knows."""
    if codec == _USUAL or codec not in codec_names():
        return strip_fields()
    return strip_fields(codec=cast("CodecName", codec))


def stripped_for(steps: Pipeline, codec: str) -> Pipeline:
    """Return *steps* with every step that strips stripping for the format *codec*."""
    return steps if codec == _USUAL else steps.replace(strip_fields, stripping_for(codec))


@functools.lru_cache(maxsize=64)
def usual_for(policy: Policy, codec: str) -> Pipeline:
    """Build the default pipeline once: its rules cost more to check than a short chat to send."""
    return stripped_for(default_pipeline(policy), codec)
