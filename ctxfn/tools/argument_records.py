"""What was found when the arguments of a call were read, and what it took to read them."""

from __future__ import annotations

from typing import Literal, TypeAlias

from attrs import frozen

from ctxfn.messages import JsonPath, Verbatim, path_text

__all__ = [
    "ArgumentFault",
    "ArgumentReading",
    "Lost",
    "LostKind",
    "Misfit",
    "Parsed",
    "Repaired",
    "Unreadable",
    "Unrepairable",
]

ArgumentFault: TypeAlias = Literal[
    "blank", "control-characters", "cut", "trailing", "escaped-quotes", "encoded-twice"
]
"""What was mended: nothing was written; line breaks and the like stand bare in texts; the text
breaks off; more follows; quotes that end a value are escaped; the object is written in a text."""

LostKind: TypeAlias = Literal["text", "number", "word", "key", "rest"]
"""What was begun and not finished; ``rest``: what follows the arguments and is none of them."""

Unreadable: TypeAlias = Literal["no-object", "broken", "too-deep", "missing", "misfit"]
"""Why arguments were given up: neither an object nor a list; no JSON at a place before the end;
too many brackets; a required name is not there; a value is of another type than declared."""


@frozen
class Misfit:
    """A value that is not what the declaration of the tool says."""

    path: JsonPath
    found: str
    expected: str

    def __str__(self) -> str:
        where = path_text(self.path) or "the arguments"
        return f"{where}: found {self.found}, expected {self.expected}"


@frozen
class Lost:
    """Characters of the arguments, from `start` to `end`, that are not in the value.

    `path` is where they would stand. Of a text that is `kept` the value has the beginning: as
    much as was written.
    """

    path: JsonPath
    what: LostKind
    start: int
    end: int
    kept: bool = False

    def __str__(self) -> str:
        if self.what == "rest":
            return f"{self.end - self.start:,} characters behind the arguments"
        fate = "kept as far as it goes" if self.kept else "left out"
        where = path_text(self.path) or "the arguments"
        return f"an unfinished {self.what} at {where}, character {self.start:,}, {fate}"


@frozen
class Parsed:
    """Arguments that are JSON, whether or not they are what the tool wants.

    `missing` and `misfits` say how they differ from the declaration, if one was given.
    """

    value: Verbatim
    missing: tuple[str, ...] = ()
    misfits: tuple[Misfit, ...] = ()


@frozen
class Repaired:
    """Arguments that were no JSON, or JSON that hid others, and what was done about it.

    `regained` are the names that a text had swallowed. `misfits` are there only where they were
    to be told and not to be refused.
    """

    value: Verbatim
    faults: tuple[ArgumentFault, ...]
    lost: tuple[Lost, ...] = ()
    regained: tuple[str, ...] = ()
    misfits: tuple[Misfit, ...] = ()

    @property
    def text(self) -> str:
        """The value as JSON, keys in their order."""
        return self.value.json

    @property
    def reason(self) -> str:
        """Say in words what was mended and what is lost."""
        done = ", ".join(self.faults)
        regained = f"; regained: {', '.join(self.regained)}" if self.regained else ""
        return f"mended: {done}{regained}" + "".join(f"; {one}" for one in self.lost)


@frozen
class Unrepairable:
    """Arguments that say nothing certain: why, and where in the text if it is at one place.

    `read` is what could be read, where that is not what the tool wants: for looking, not for
    running.
    """

    fault: Unreadable
    found: str
    expected: str
    place: int | None = None
    read: Verbatim | None = None
    missing: tuple[str, ...] = ()
    misfits: tuple[Misfit, ...] = ()

    @property
    def reason(self) -> str:
        """Say in words what is wrong, where, and what was expected instead."""
        where = "" if self.place is None else f" at character {self.place:,}"
        return f"found {self.found}{where}, expected {self.expected}"


ArgumentReading: TypeAlias = Parsed | Repaired | Unrepairable
"""What `repair_arguments` answers."""
