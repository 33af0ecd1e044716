"""Histories by name: as records for the frozen step, as JSON for its twin."""

from __future__ import annotations

import json
from typing import Any, Final, NamedTuple

from benchmarks.busy_calls import BUSY_CALLS, served
from benchmarks.busy_catalogue import BUSY_CATALOGUE
from benchmarks.busy_chats import BUSY_CHATS, said, some
from benchmarks.busy_documents import BUSY_DOCUMENTS, apart
from benchmarks.busy_items import busy_items
from benchmarks.busy_stores import BUSY_STORES
from benchmarks.subjects import CHAT
from ctxfn.messages import Block, Messages, inject
from ctxfn.wire import Codec, codec_named

__all__ = ["History", "history", "history_names"]

Row = dict[str, Any]
Rows = list[Row]

_STORED: Final = codec_named("uichat")
_ANTHROPIC: Final = codec_named("anthropic")
_ITEMS: Final = codec_named("openai_responses")
_BEDROCK: Final = codec_named("bedrock")
#: What was injected into questions, by injector.
_INJECTED: Final = (("memory", "Ana likes owls. "), ("date", "Monday"), ("page", "A page. "))
#: Histories that are chat messages as they go over the wire.
_CHATS: Final = BUSY_CHATS | BUSY_CALLS | BUSY_DOCUMENTS | BUSY_CATALOGUE
#: Histories that are made otherwise.
_OTHERS: Final = ("served", "answered apart", "injected")


class History(NamedTuple):
    """One history, for both, and the codec that reads it."""

    messages: Messages
    text: str
    codec: Codec

    def rows(self) -> Rows:
        """Return it as dicts that nobody else has."""
        rows: Rows = json.loads(self.text)
        return rows


def history(name: str, size: int, seed: int = 42) -> History:
    """Make the history *name* of about *size* messages."""
    if name == "injected":
        return _injected(size, seed)
    if name == "served":
        return _read(served(size, seed), _ANTHROPIC)
    if name == "items":
        return _read(busy_items(size, seed), _ITEMS)
    if name == "answered apart":
        return _read(apart(size, seed), _BEDROCK)
    if name in BUSY_STORES:
        return _read(BUSY_STORES[name](size, seed), _STORED)
    return _read(_CHATS[name](size, seed), CHAT)


def history_names() -> tuple[str, ...]:
    """List the names of all histories."""
    return (*_CHATS, *BUSY_STORES, "items", *_OTHERS)


def _read(rows: Rows, codec: Codec) -> History:
    text = json.dumps(rows)
    return History(codec.decode(json.loads(text)).messages, text, codec)


def _injected(size: int, seed: int) -> History:
    """Put blocks into one question of ten, which only a held history has."""
    rows = BUSY_CHATS["chat"](size, seed)
    messages = CHAT.decode(rows).messages
    for number, row in enumerate(some(rows, said("user"))):
        place = next(index for index, one in enumerate(rows) if one is row)
        row["blocks"] = [(name, text * (number % 7 + 3)) for name, text in _INJECTED]
        for name, text in row["blocks"]:
            messages = messages.set(place, inject(messages[place], Block(name, text)))
    return History(messages, json.dumps(rows), CHAT)
