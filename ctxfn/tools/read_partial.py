"""Read JSON as far as it was written: what breaks off is closed, and what is lost is told."""

from __future__ import annotations

from typing import Literal, NamedTuple, TypeAlias

from ctxfn.messages import MAX_JSON_DEPTH
from ctxfn.tools.argument_records import Lost
from ctxfn.tools.json_scanner import OUTER, Ending, Scanner, Stop

__all__ = ["Partial", "read_partial"]

_Holder: TypeAlias = "dict[str, object] | list[object]"


class Partial(NamedTuple):
    """What was read, and how it ended: `how` is ``whole`` also where more follows."""

    value: object
    how: Literal["whole"] | Ending
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
        What such a key held earlier goes too: the text itself has taken that back.
        What is no JSON before the end is no cut: it is told where, and what was read till then.

    Complexity: O(characters), without recursion.

    Source: ours; partial parsers keep half a number as if it were one.
    """
    reader = _Reader(text)
    try:
        reader.read()
    except Stop as stop:
        lost: tuple[Lost, ...] = ()
        if stop.inside is not None:
            kept = keep_beginnings and stop.inside == "text"
            path = tuple(reader.keys) if kept else reader.overtaken(stop.name)
            lost = (Lost(path, stop.inside, stop.place, len(text), kept),)
            if kept:
                reader.put(stop.begun)
        controls = reader.scanner.controls
        return Partial(reader.top, stop.how, stop.place, stop.found, stop.expected, lost, controls)
    return Partial(reader.top, "whole", reader.scanner.place, controls=reader.scanner.controls)


class _Reader:
    """The objects and lists that are open at a place, and under which keys they are."""

    def __init__(self, text: str) -> None:
        self.scanner = Scanner(text)
        self.top: _Holder | None = None
        self.holders: list[_Holder] = []
        self.keys: list[str | int] = []

    def read(self) -> None:
        """Read until what was opened first is closed."""
        self.scanner.skip()
        if not self.scanner.sees("{", "["):
            raise Stop(
                "no-object", self.scanner.place, found=self.scanner.shown(), expected="an object"
            )
        self.top = self.opened()
        begun = True
        while self.holders:
            begun = self.go_on(begun)

    def go_on(self, begun: bool) -> bool:
        """Read one member, or the end of its holder; say whether something was opened."""
        scanner, holder = self.scanner, self.holders[-1]
        scanner.skip()
        if scanner.sees("}" if isinstance(holder, dict) else "]"):
            self.close()
            return False
        if not begun:
            scanner.mark(",")
        if self.run():
            return False
        self.keys.append(scanner.key() if isinstance(holder, dict) else len(holder))
        if scanner.sees("{", "["):
            value = scanner.whole() if len(self.holders) <= OUTER else None
            if value is None:
                self.open()
                return True
        else:
            value = scanner.scalar()
        self.put(value)
        self.keys.pop()
        return False

    def run(self) -> bool:
        """Read at once what leaves nothing to ask; say whether there was any."""
        holder = self.holders[-1]
        if isinstance(holder, list):
            values = self.scanner.values()
            holder += values or ()
            return values is not None
        pairs = self.scanner.pairs()
        holder.update(pairs or ())
        return pairs is not None

    def open(self) -> None:
        """Begin an object or a list inside another."""
        if len(self.holders) == MAX_JSON_DEPTH:
            found = f"more than {MAX_JSON_DEPTH} brackets inside each other"
            raise Stop("too-deep", self.scanner.place, found=found, expected="fewer")
        outer = self.holders[-1]
        inner = self.opened()
        _put(outer, self.keys[-1], inner)

    def opened(self) -> _Holder:
        holder: _Holder = {} if self.scanner.sees("{") else []
        self.scanner.place += 1
        self.holders.append(holder)
        return holder

    def close(self) -> None:
        self.scanner.place += 1
        self.holders.pop()
        if self.keys:
            self.keys.pop()

    def overtaken(self, name: str | None) -> tuple[str | int, ...]:
        """Take away what the key that is unfinished held before; return where the loss is.

        *name* is a key whose value has not begun.
        """
        holder = self.holders[-1]
        path = tuple(self.keys)
        if isinstance(holder, list):
            return path
        if name is not None and name in holder:
            del holder[name]
            return (*path, name)
        if name is None and len(path) == len(self.holders):
            holder.pop(str(path[-1]), None)
        return path

    def put(self, value: object) -> None:
        _put(self.holders[-1], self.keys[-1], value)


def _put(holder: _Holder, key: str | int, value: object) -> None:
    if isinstance(holder, list):
        holder.append(value)
    else:
        holder[str(key)] = value
