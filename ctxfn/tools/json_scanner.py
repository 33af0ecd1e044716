"""A place in a JSON text that may break off, and what can be read from there."""

from __future__ import annotations

import json
import math
import re
from typing import Any, Final, Literal, NoReturn, TypeAlias

from ctxfn.messages import MAX_JSON_DEPTH
from ctxfn.tools.argument_records import LostKind

__all__ = ["BLANKS", "OUTER", "Ending", "Scanner", "Stop"]

#: What JSON allows between values.
BLANKS: Final = " \t\n\r"

#: Levels on which brackets are first tried at once; each costs another look at what is cut.
OUTER: Final = 2

_NUMBER: Final = re.compile(r"-?(?:0|[1-9][0-9]*+)(?:\.[0-9]++)?(?:[eE][-+]?[0-9]++)?")
_DIGITS: Final = re.compile(r"[-+.0-9eE]++")
_CONTROL: Final = re.compile(r"[\x00-\x1f]")
_WORDS: Final = (("true", True), ("false", False), ("null", None))

#: Members that leave nothing to ask, with a comma behind each: of a list, and of an object.
_PLAIN: Final = (
    r'(?:-?(?:0|[1-9][0-9]{0,17}+)(?:\.[0-9]{1,17}+)?|"[^"\\\x00-\x1f]*+"|true|false|null|{}|\[\])'
)
_GAP: Final = r"[ \t\n\r]*+"
_BLANK: Final = re.compile(_GAP)
_VALUES: Final = re.compile(rf"(?:{_GAP}{_PLAIN}{_GAP},)++")
_PAIRS: Final = re.compile(rf'(?:{_GAP}"[^"\\\x00-\x1f]*+"{_GAP}:{_GAP}{_PLAIN}{_GAP},)++')

#: What a text consists of; how an escape may break off; half a character at the very end.
_BODY: Final = re.compile(r'(?:[^"\\]++|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*+')
_HALF_ESCAPE: Final = re.compile(r"\\(?:u[0-9a-fA-F]{0,3})?\Z")
_FIRST_HALF: Final = re.compile(r"(?<!\\)((?:\\\\)*+)\\u[dD][89abAB][0-9a-fA-F]{2}\Z")

_SHOWN: Final = 20

Ending: TypeAlias = Literal["cut", "broken", "too-deep", "no-object"]


def _refuse(constant: str) -> NoReturn:
    raise ValueError(constant)


def _finite(digits: str) -> float:
    number = float(digits)
    return _refuse(digits) if math.isinf(number) else number


_LENIENT: Final = json.JSONDecoder(parse_constant=_refuse, parse_float=_finite, strict=False)


class Stop(Exception):
    """Reading cannot go on: the text breaks off in something, or is no JSON at a place."""

    def __init__(
        self,
        how: Ending,
        place: int,
        *,
        found: str = "",
        expected: str = "",
        inside: LostKind | None = None,
        begun: str | None = None,
        name: str | None = None,
    ) -> None:
        self.how: Ending = how
        self.place = place
        self.found = found
        self.expected = expected
        self.inside: LostKind | None = inside
        self.begun = begun
        self.name = name


class Scanner:
    """A text and a place in it; each method reads one thing from there, or stops."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.place = 0
        self.controls = False

    def skip(self) -> None:
        """Pass over blanks."""
        found = _BLANK.match(self.text, self.place)
        self.place = found.end() if found else self.place

    def sees(self, *marks: str) -> bool:
        """Say whether one of *marks* comes next."""
        return self.text.startswith(marks, self.place)

    def mark(self, mark: str) -> None:
        """Read *mark* and the blanks around it."""
        self.skip()
        if not self.sees(mark):
            self.stop(repr(mark))
        self.place += 1
        self.skip()

    def key(self) -> str:
        """Read a key and its colon; one that nothing follows is not finished."""
        start = self.place
        if not self.sees('"'):
            self.stop("a name in quotes")
        key = self._string("key")
        self.skip()
        if self.place < len(self.text):
            self.mark(":")
        if self.place == len(self.text):
            raise Stop("cut", start, inside="key", name=key)
        return key

    def scalar(self) -> object:
        """Read a text, a number or a word."""
        if self.sees('"'):
            return self._string("text")
        found = _DIGITS.match(self.text, self.place)
        return self._number(found.group()) if found else self._word()

    def values(self) -> list[object] | None:
        """Read plain members of a list that all have a comma behind them, but for the last comma."""
        members: list[object] | None = self._run(_VALUES, "[", "]")
        return members

    def pairs(self) -> dict[str, object] | None:
        """Read plain members of an object in the same way."""
        members: dict[str, object] | None = self._run(_PAIRS, "{", "}")
        return members

    def whole(self) -> object:
        """Read what stands inside brackets at once; nothing if it breaks off or may be too deep."""
        start = self.place
        try:
            value, end = _LENIENT.raw_decode(self.text, start)
        except (ValueError, RecursionError):
            return None
        brackets = self.text.count("{", start, end) + self.text.count("[", start, end)
        if brackets > MAX_JSON_DEPTH - OUTER:
            return None
        self.controls = self.controls or not _is_strict(self.text[start:end])
        self.place = end
        return value

    def stop(self, expected: str) -> NoReturn:
        """Stop where there is something else than *expected*, or nothing more."""
        if self.place >= len(self.text):
            raise Stop("cut", self.place)
        raise Stop("broken", self.place, found=self.shown(), expected=expected)

    def shown(self) -> str:
        """Show what comes next."""
        rest = self.text[self.place : self.place + _SHOWN + 1]
        return f"{rest[:_SHOWN]!r}…" if len(rest) > _SHOWN else repr(rest)

    def _run(self, members: re.Pattern[str], opening: str, closing: str) -> Any:
        found = members.match(self.text, self.place)
        if found is None:
            return None
        start, self.place = self.place, found.end() - 1
        return json.loads(f"{opening}{self.text[start : self.place]}{closing}")

    def _word(self) -> object:
        for word, value in _WORDS:
            if self.sees(word):
                self.place += len(word)
                return value
        rest = self.text[self.place : self.place + 5]
        if rest and any(word.startswith(rest) for word, _ in _WORDS):
            raise Stop("cut", self.place, inside="word")
        return self.stop("a value")

    def _number(self, digits: str) -> object:
        if self.place + len(digits) == len(self.text):
            raise Stop("cut", self.place, inside="number")
        if not _NUMBER.fullmatch(digits):
            self.stop("a number")
        try:
            number, self.place = _LENIENT.raw_decode(self.text, self.place)
        except ValueError:  # none that Python can hold, or write again
            self.stop("a number that can be written")
        return number

    def _string(self, what: LostKind) -> str:
        start = self.place
        try:
            value, self.place = _LENIENT.raw_decode(self.text, start)
        except json.JSONDecodeError:
            self._unfinished(what, start)
        if not self.controls:
            self.controls = _CONTROL.search(self.text, start, self.place) is not None
        return str(value)

    def _unfinished(self, what: LostKind, start: int) -> NoReturn:
        """Stop at a text that does not end, with its beginning up to the last whole character."""
        body = _BODY.match(self.text, start + 1)
        end = body.end() if body else start + 1
        if end < len(self.text) and not _HALF_ESCAPE.match(self.text, end):
            self.place = end
            self.stop("an escape that JSON has")
        begun = self.text[start:end]
        self.controls = self.controls or _CONTROL.search(begun) is not None
        whole = _FIRST_HALF.sub(r"\1", begun)
        raise Stop("cut", start, inside=what, begun=_LENIENT.decode(f'{whole}"'))


def _is_strict(text: str) -> bool:
    """Say whether *text*, which can be read, has no control characters inside its texts."""
    if _CONTROL.search(text) is None:
        return True
    try:
        json.loads(text)
    except ValueError:
        return False
    return True
