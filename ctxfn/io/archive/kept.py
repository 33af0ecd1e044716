"""A message where it is kept: its place, its key, and whether it is active."""

from __future__ import annotations

import functools
from typing import Final

from attrs import frozen

from ctxfn.errors import InvalidArgument, check_argument, shown
from ctxfn.io.archive.errors import ArchiveFailure
from ctxfn.turns import InvalidLog, Stored, read_record, write_record

__all__ = ["Kept", "check_count", "check_save", "check_session", "stored_of", "text_of"]

#: Texts up to this length are remembered.
_SHORT: Final = 4_000


@frozen
class Kept:
    """A message in an archive; a later one of its session has a higher `position`.

    `active`: no compression has retired it.
    """

    position: int
    key: str
    stored: Stored
    active: bool = True


def check_session(what: str, session: str) -> None:
    """Refuse a *session* that is no text.

    Raises:
        InvalidArgument: it is none.
    """
    check_argument(f"{what}, session", session, str, "a text")


def check_count(what: str, value: int, least: int = 0) -> None:
    """Refuse a *value* that is no whole number from *least* on.

    Raises:
        InvalidArgument: it is none.
    """
    if not isinstance(value, int) or isinstance(value, bool) or value < least:
        raise InvalidArgument(what, shown(value), f"a whole number from {least} on")


def check_save(session: str, key: str, stored: Stored) -> None:
    """Refuse what cannot be saved.

    Raises:
        InvalidArgument: one of them is of another kind.
    """
    check_session("save", session)
    check_argument("save, key", key, str, "a text")
    check_argument("save, stored", stored, Stored, "a Stored")


def text_of(session: str, key: str, stored: Stored) -> str:
    """Write *stored* as it is kept: the same text for equal messages.

    It is read once, for a single message that cannot be read back would close its whole session.

    Raises:
        ArchiveFailure: it holds what JSON cannot, or what no field of it may hold.
    """
    try:
        text = write_record(stored)
        same = read_record(text) == stored
    except InvalidLog as error:
        raise ArchiveFailure("save", session, f"key {shown(key)}: {error}") from None
    if not same:
        raise ArchiveFailure("save", session, f"key {shown(key)}: it would not come back as it is")
    return text


@functools.lru_cache(maxsize=8_192)
def _remembered(text: str) -> object:
    """A history is read in every turn; that it is of the same records spares its readers work, too."""
    return read_record(text)


def stored_of(session: str, key: str, text: str) -> Stored:
    """Read what `text_of` wrote.

    Raises:
        ArchiveFailure: it is something else: whoever wrote it, it was not an archive of ours.
    """
    try:
        record = _remembered(text) if len(text) <= _SHORT else read_record(text)
    except InvalidLog as error:
        raise ArchiveFailure("read", session, f"key {shown(key)}: {error}") from None
    if not isinstance(record, Stored):
        reason = f"key {shown(key)}: found {shown(record)}, expected a Stored"
        raise ArchiveFailure("read", session, reason)
    return record
