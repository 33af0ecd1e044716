"""How single values of a row are read: leniently, and with a word on what could not be."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import TypeAlias

from ctxfn.messages import MAX_JSON_DEPTH, Extras, TooDeep, own
from ctxfn.wire.codec import Loss
from ctxfn.wire.uichat.keys import CODEC
from ctxfn.wire.uichat.moments import milliseconds

__all__ = ["Reading", "Row", "compact", "entries", "kept", "moment", "named", "text", "whole"]

Row: TypeAlias = dict[str, object]


class Reading:
    """Where in the tree we read, and the problems met so far; lives as long as one decode."""

    __slots__ = ("index", "path", "problems")

    def __init__(self) -> None:
        self.index: int | None = None
        self.path = ""
        self.problems: list[Loss] = []

    def report(self, path: str, found: object, expected: str) -> None:
        """Note that *path* holds *found*, which nobody can read as *expected*."""
        where = f"{self.path}.{path}" if self.path else path
        shown = "null" if found is None else f"a {type(found).__name__}"
        self.problems.append(Loss(self.index, where, f"found {shown}, expected {expected}"))


def kept(rest: Row) -> Extras:
    """Make extras of the keys nobody had a word for."""
    return ((CODEC, own(rest)),) if rest else ()


def text(row: Mapping[str, object], key: str, rest: Row, reading: Reading) -> str | None:
    """Read a text; a number (old ids) becomes one; anything else goes to *rest*, reported."""
    value = row.get(key)
    if value is None or isinstance(value, str):
        return value
    if isinstance(value, int | float) and not isinstance(value, bool):
        return str(value)
    named(key, value, rest, reading, "a text")
    return None


def whole(row: Mapping[str, object], key: str, rest: Row, reading: Reading) -> int | None:
    """Read a whole number."""
    value = row.get(key)
    if value is None or (isinstance(value, int) and not isinstance(value, bool)):
        return value
    named(key, value, rest, reading, "a whole number")
    return None


def moment(row: Mapping[str, object], key: str, rest: Row, reading: Reading) -> int | float | None:
    """Read milliseconds since 1970, or an ISO date (without a zone: UTC) as such."""
    value = row.get(key)
    if value is None or (isinstance(value, int | float) and not isinstance(value, bool)):
        return value
    if isinstance(value, str):
        read = milliseconds(value)
        if read is not None:
            return read
    named(key, value, rest, reading, "milliseconds or an ISO date")
    return None


def named(key: str, value: object, rest: Row, reading: Reading, expected: str) -> None:
    """Carry an unreadable *value* under its own key and report it."""
    rest[key] = value
    reading.report(key, value, expected)


def entries(row: Row, key: str, rest: Row, reading: Reading) -> Iterator[tuple[int, Row]]:
    """Yield the objects of a list with their places; whatever else is in it is reported."""
    value = row.get(key)
    if value is None:
        return
    if not isinstance(value, list):
        named(key, value, rest, reading, "a list")
        return
    for place, entry in enumerate(value):
        if isinstance(entry, dict):
            yield place, entry
        else:
            reading.report(f"{key}[{place}]", entry, "an object")


def compact(value: object) -> str:
    """Write a JSON value as text without spaces; where its form is not text but must be."""
    try:
        return json.dumps(value, ensure_ascii=False, separators=(",", ":"))
    except RecursionError:
        raise TooDeep(None, MAX_JSON_DEPTH, MAX_JSON_DEPTH) from None
