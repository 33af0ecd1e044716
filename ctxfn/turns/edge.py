"""The edge to the provider: what no API takes is put right, once."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from ctxfn.messages import Message, map_text
from ctxfn.turns.entries import Entry

__all__ = ["at_edge"]

_HALF: Final = re.compile("[\ud800-\udfff]")


def at_edge(entries: Sequence[Entry]) -> tuple[Message, ...]:
    """Return the messages of *entries*; half a character becomes the sign for one."""
    return tuple(map_text(_whole, entry.message) for entry in entries)


def _whole(text: str) -> str:
    return _HALF.sub("\ufffd", text)
