"""The history as a turn sends it: cut, grouped, labelled, and without this turn's own."""

from __future__ import annotations

import functools
from collections import Counter
from collections.abc import Sequence
from typing import Final

from attrs import frozen

from ctxfn.arguments import blames_arguments
from ctxfn.messages import Assistant, Message, Text, ToolResult, text_of, with_parts
from ctxfn.turns.by_identity import ByIdentity
from ctxfn.turns.count_line import count_start, open_calls, regroup
from ctxfn.turns.entries import Entry
from ctxfn.turns.labels import labelled_message, year_of
from ctxfn.turns.stored import DELEGATED, HOST_NOTICE, Stored

__all__ = ["CleanHistory", "clean_history"]

#: What stands before a notice when it is read back.
_LEADS: Final = {DELEGATED: "[跨会话委派] ", HOST_NOTICE: "[宿主通知] "}


@frozen
class CleanHistory:
    """The entries to send, how many messages are active, and how many broken groups left out."""

    entries: tuple[Entry, ...] = ()
    active: int = 0
    left_out: int = 0


@blames_arguments
def clean_history(
    stored: Sequence[Stored],
    *,
    line: int = 0,
    turn: str | None = None,
    now_ms: int = 0,
    timezone: str | None = None,
    active: int | None = None,
    offset: int = 0,
) -> CleanHistory:
    """Return what a turn sends of the messages *stored* in its session.

    Contract:
        Behind the count line, in whole groups, without what this *turn* stored itself: that
        stands in its own section. People's messages carry the label of their time; an answer
        that is an envelope is shown by its visible text. *active* and *offset* are for a store
        that counts: how many messages of talk there are, and how many *stored* begins behind.

    Complexity: O(messages).

    Source: the chat agent's history, rules A4.1 to A4.4.

    Examples:
        >>> from ctxfn.messages import user
        >>> read = clean_history([Stored(user("Hi"), 0), Stored(user("Now"), 1, turn="t")], turn="t")
        >>> [text_of(entry.message) for entry in read.entries], read.active
        (['(1/1 00:00) Hi'], 2)
    """
    talk = [one for one in stored if not one.is_control]
    count = offset + len(talk) if active is None else active
    first = max(0, count_start(count, line) - offset)
    behind = [one for one in talk[first:] if turn is None or one.turn != turn]
    shown = _shown_in(year_of(now_ms, timezone), timezone)
    sent = [shown.of(one) for one in behind]
    kept, gone = regroup([entry.message for entry in sent])
    due = open_calls([one.message for one in talk[:first]])
    late = Counter(one.call_id for one in gone if isinstance(one, ToolResult))
    expected = (_orphans(gone, kept) if offset else late & due).total()
    by_message = {id(entry.message): entry for entry in sent}
    entries = tuple(by_message[id(message)] for message in kept)
    return CleanHistory(entries, count, len(gone) - expected)


def _orphans(gone: Sequence[Message], kept: Sequence[Message]) -> Counter[str]:
    """Count results whose call nobody sees: the store was asked only for what is behind."""
    seen = {
        call.id
        for message in (*gone, *kept)
        if isinstance(message, Assistant)
        for call in message.calls
    }
    ids = (one.call_id for one in gone if isinstance(one, ToolResult))
    return Counter(one for one in ids if one not in seen)


@functools.lru_cache(maxsize=16)
def _shown_in(year: int | None, timezone: str | None) -> ByIdentity[Stored, Entry]:
    """A history is shown in the same way all year."""

    def shown(stored: Stored) -> Entry:
        return Entry(_shown(stored, year, timezone), "history", "talk")

    return ByIdentity(shown)


def _shown(stored: Stored, year: int | None, timezone: str | None) -> Message:
    message = labelled_message(stored.message, stored.at_ms, year, timezone)
    if isinstance(message, Assistant) and stored.visible is not None:
        media = tuple(part for part in message.parts if not isinstance(part, Text))
        return with_parts(message, (Text(stored.visible), *media))
    lead = _LEADS.get(stored.kind or "", "")
    words = text_of(message)
    if lead and not words.startswith(lead.strip()):
        return with_parts(message, (Text(lead + words),))
    return message
