"""The edge to the provider: what no API takes is put right, once."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from ctxfn.messages import Message, map_text
from ctxfn.turns.by_identity import ByIdentity
from ctxfn.turns.entries import Entry

__all__ = ["at_edge"]

_HALF: Final = re.compile("[\ud800-\udfff]")


def at_edge(entries: Sequence[Entry]) -> tuple[Message, ...]:
    """Return the messages of *entries*; half a character becomes the sign for one."""
    return tuple(_WHOLE.of(entry.message) for entry in entries)


def _whole(message: Message) -> Message:
    return map_text(lambda text: _HALF.sub("\ufffd", text), message)


#: The history is the same in every call of a turn.
_WHOLE: Final = ByIdentity(_whole)
