"""Read JSON as far as it was written: what breaks off is closed, and what is lost is told."""

from __future__ import annotations

import json
import math
import re
from typing import Final, Literal, NamedTuple, NoReturn, TypeAlias

from ctxfn.messages import MAX_JSON_DEPTH
from ctxfn.tools.argument_records import Lost, LostKind

__all__ = ["BLANKS", "Partial", "read_partial"]

_Holder: TypeAlias = "dict[str, object] | list[object]"

#: What JSON allows between values.
BLANKS: Final = " \t\n\r"

_BLANK: Final = re.compile(r"[ \t\n\r]*+")
_NUMBER: Final = re.compile(r"-?(?:0|[1-9][0-9]*+)(?:\.[0-9]++)?(?:[eE][-+]?[0-9]++)?")
_DIGITS: Final = re.compile(r"[-+.0-9eE]++")
_BODY: Final = re.compile(r'(?:[^"\\]++|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*+')
_HALF_ESCAPE: Final = re.compile(r"\\(?:u[0-9a-fA-F]{0,3})?\Z")
_FIRST_HALF: Final = re.compile(r"(?<!\\)((?:\\\\)*+)\\u[dD][89abAB][0-9a-fA-F]{2}\Z")
_STRICT: Final = json.JSONDecoder()
_LENIENT: Final = json.JSONDecoder(strict=False)
_WORDS: Final = (("true", True), ("false", False), ("null", None))
_SHOWN: Final = 20


class Partial(NamedTuple):
    """What was read, and how it ended: `how` is ``whole`` also where more follows."""

    value: object
    how: Literal["whole", "cut", "broken", "too-deep", "no-object"]
    end: int
    found: str = ""
    expected: str = ""
    lost: tuple[Lost, ...] = ()
    controls: bool = False


def read_partial(text: str, *, keep_beginnings: bool = False) -> Partial:
    """Read the object or list that *text* begins with, up to where it ends or breaks off.

    Contract:
        Values are those of `json.loads`, control characters in texts allowed. A key without a
        value, a word or a number that the text ends in are left out, for digits may be missing;
        so is a text, unless *keep_beginnings*: then it is kept up to its last whole character.
        What is no JSON before the end is no cut: it is told where, and what was read till then.

    Complexity: O(characters), without recursion.

    Source: ours; partial parsers keep half a number as if it were one.
    """
    reader = _Reader(text, keep_beginnings)
    try:
        end = reader.read()
    except _Stop as stop:
        return Partial(
            reader.top, stop.how, stop.place, stop.found, stop.expected, stop.lost, reader.controls
        )
    return Partial(reader.top, "whole", end, controls=reader.controls)


class _Stop(Exception):
    """Reading cannot go on, for one of three reasons."""

    def __init__(
        self,
        how: Literal["cut", "broken", "too-deep", "no-object"],
        place: int,
        found: str = "",
        expected: str = "",
        lost: tuple[Lost, ...] = (),
    ) -> None:
        self.how, self.place, self.found, self.expected = how, place, found, expected
        self.lost = lost


class _Reader:
    """A place in a text, and the objects and lists that are open there, each in its holder."""

    def __init__(self, text: str, keep_beginnings: bool) -> None:
        self.text, self.keep_beginnings = text, keep_beginnings
        self.top: _Holder | None = None
        self.holders: list[_Holder] = []
        self.keys: list[str | int] = []
        self.place = 0
        self.controls = False

    def read(self) -> int:
        """Read until what was opened first is closed; return the place behind it."""
        self.skip()
        self.top = self.opened()
        if self.top is None:
            raise _Stop("no-object", self.place, self.shown(), "an object")
        self.holders.append(self.top)
        begun = True
        while self.holders:
            begun = self.go_on(self.holders[-1], begun)
        return self.place

    def go_on(self, holder: _Holder, begun: bool) -> bool:
        """Read one member, or the end of *holder*; say whether something was opened."""
        self.skip()
        if self.text.startswith("}" if isinstance(holder, dict) else "]", self.place):
            self.place += 1
            self.holders.pop()
            if self.keys:
                self.keys.pop()
            return False
        if not begun:
            self.expect(",")
        self.keys.append(self.key() if isinstance(holder, dict) else len(holder))
        inner = self.opened()
        value = self.scalar() if inner is None else inner
        self.put(holder, value)
        if inner is None:
            self.keys.pop()
            return False
        if len(self.holders) == MAX_JSON_DEPTH:
            found = f"more than {MAX_JSON_DEPTH} brackets inside each other"
            raise _Stop("too-deep", self.place, found, "fewer")
        self.holders.append(inner)
        return True

    def put(self, holder: _Holder, value: object) -> None:
        key = self.keys[-1]
        if isinstance(holder, dict) and isinstance(key, str):
            holder[key] = value
        elif isinstance(holder, list):
            holder.append(value)

    def skip(self) -> None:
        found = _BLANK.match(self.text, self.place)
        self.place = found.end() if found else self.place

    def expect(self, mark: str) -> None:
        """Read *mark* and the blanks around it."""
        self.skip()
        if not self.text.startswith(mark, self.place):
            self.stop(f"{mark!r}")
        self.place += 1
        self.skip()

    def key(self) -> str:
        start = self.place
        if not self.text.startswith('"', start):
            self.stop("a name in quotes")
        key = self.string("key")
        self.skip()
        if self.place == len(self.text):
            self.cut("key", start)
        self.expect(":")
        if self.place == len(self.text):
            self.cut("key", start)
        return key

    def opened(self) -> _Holder | None:
        """Open an object or a list, if one begins here."""
        if self.text.startswith("{", self.place):
            self.place += 1
            return {}
        if self.text.startswith("[", self.place):
            self.place += 1
            return []
        return None

    def scalar(self) -> object:
        if self.text.startswith('"', self.place):
            return self.string("text")
        found = _DIGITS.match(self.text, self.place)
        return self.number(found.group()) if found else self.word()

    def word(self) -> object:
        for word, value in _WORDS:
            if self.text.startswith(word, self.place):
                self.place += len(word)
                return value
        rest = self.text[self.place : self.place + 5]
        if rest and any(word.startswith(rest) for word, _ in _WORDS):
            self.cut("word", self.place)
        return self.stop("a value")

    def number(self, digits: str) -> object:
        if self.place + len(digits) == len(self.text):
            self.cut("number", self.place)
        if not _NUMBER.fullmatch(digits):
            self.stop("a number")
        try:
            number: float = json.loads(digits)
        except ValueError:  # more digits than Python reads
            number = math.inf
        if math.isinf(number):
            self.stop("a number that can be written")
        self.place += len(digits)
        return number

    def string(self, what: LostKind) -> str:
        start = self.place
        try:
            value, self.place = _STRICT.raw_decode(self.text, start)
        except json.JSONDecodeError:
            try:
                value, self.place = _LENIENT.raw_decode(self.text, start)
            except json.JSONDecodeError:
                self.unfinished(what, start)
            self.controls = True
        return str(value)

    def unfinished(self, what: LostKind, start: int) -> NoReturn:
        """Stop at a text that does not end, and keep its beginning if that is wanted."""
        body = _BODY.match(self.text, start + 1)
        end = body.end() if body else start + 1
        if end < len(self.text) and not _HALF_ESCAPE.match(self.text, end):
            self.place = end
            self.stop("an escape that JSON has")
        if what == "text" and self.keep_beginnings:
            begun = _FIRST_HALF.sub(r"\1", self.text[start:end]) + '"'
            self.put(self.holders[-1], _LENIENT.decode(begun))
        self.cut(what, start)

    def cut(self, what: LostKind, start: int) -> NoReturn:
        """Stop at the end of the text, where what began at *start* is not finished."""
        kept = what == "text" and self.keep_beginnings
        lost = Lost(tuple(self.keys), what, start, len(self.text), kept)
        raise _Stop("cut", start, lost=(lost,))

    def stop(self, expected: str) -> NoReturn:
        """Stop where there is something else than expected, or nothing more."""
        if self.place >= len(self.text):
            raise _Stop("cut", self.place)
        raise _Stop("broken", self.place, self.shown(), expected)

    def shown(self) -> str:
        rest = self.text[self.place : self.place + _SHOWN + 1]
        return f"{rest[:_SHOWN]!r}…" if len(rest) > _SHOWN else f"{rest!r}"
