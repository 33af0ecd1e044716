"""The step that strips what must not be sent, for the format that is written."""

from __future__ import annotations

from typing import cast

from ctxfn.assembly import Policy, default_pipeline
from ctxfn.pipeline import AnyStep, Pipeline
from ctxfn.processors import strip_fields
from ctxfn.wire import CodecName, codec_names

__all__ = ["default_for", "stripping_for"]

#: The format that steps mean if nothing says otherwise.
_USUAL = "openai_chat"


def stripping_for(codec: str) -> AnyStep:
    """Strip for the format *codec*; one that is none of ours has keys nobody knows."""
    if codec == _USUAL or codec not in codec_names():
        return strip_fields()
    return strip_fields(codec=cast("CodecName", codec))


def default_for(policy: Policy | None, codec: str) -> Pipeline:
    """Return the default pipeline of *policy*, whose last step strips for the format *codec*."""
    steps = default_pipeline(policy)
    return steps if codec == _USUAL else steps.replace(strip_fields, stripping_for(codec))
