"""What the notes of steps that shorten what is old say may go."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Final

__all__ = ["OLD"]

_ANSWER: Final[Sequence[str]] = (
    "results",
    "errors",
    "media",
    "files",
    "refusals",
    "opaque",
    "result.state",
)

#: By kind of note, the kinds of content that may go from the nodes it names.
OLD: Final[Mapping[str, Sequence[str]]] = MappingProxyType(
    {
        "elided-result": _ANSWER,
        "cut-result": _ANSWER,
        "shrunk-arguments": ("calls",),
        "stale-result": _ANSWER,
        "old-search": (*_ANSWER, "calls"),
        "old-reasoning": ("reasoning",),
        "trimmed-activation": _ANSWER,
    }
)
