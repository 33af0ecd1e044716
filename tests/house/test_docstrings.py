"""What a public docstring must say. What does not yet is listed in docs/violations.md."""

from __future__ import annotations

import inspect
import re
from collections.abc import Iterator
from functools import cache
from typing import NamedTuple

from tests.house.tree import doors, enter, violations

SECTIONS = ("Contract:", "Complexity:", "Source:", "Examples:")

# Rooms whose functions are not rules about conversations: the world, and what tests it.
OTHER_ROOMS = frozenset({"io", "testing"})

# "Returns the ..." describes, "Return the ..." tells. Words that end in s all the same:
THIRD_PERSON = re.compile(r"[A-Z][a-z]*[^suia\W]s\b")

NOT_VERBS = frozenset({"A", "An", "The", "This", "It", "Its", "Helper", "Function", "Method"})


class Public(NamedTuple):
    """A public name: where it is found, what it is, and what it says of itself."""

    name: str
    room: str
    is_function: bool
    says: str


def described(value: object) -> bool:
    """Whether a value says of itself what it is; a constant is described by its class."""
    return (
        inspect.isclass(value)
        or inspect.isroutine(value)
        or ("__doc__" in getattr(value, "__dict__", {}) and callable(value))
    )


@cache
def public() -> tuple[Public, ...]:
    """Every public function, class and processor of ours, once, under its shortest name."""
    return tuple({id(value): named for value, named in _named()}.values())


def _named() -> Iterator[tuple[object, Public]]:
    for door in sorted(doors(), key=lambda name: -name.count(".")):
        module = enter(door)
        for name in getattr(module, "__all__", ()):
            value = getattr(module, name)
            home = str(getattr(value, "__module__", ""))
            if described(value) and home.startswith("ctxfn"):
                room = (*home.split("."), "")[1]
                is_function = not inspect.isclass(value)
                says = inspect.cleandoc(getattr(value, "__doc__", None) or "")
                yield value, Public(f"{door}.{name}", room, is_function, says)


def is_sentence(line: str) -> bool:
    """Whether a docstring's first line is one sentence, ended by a full stop."""
    return bool(line) and line[:1] == line[:1].upper() and line.endswith((".", ".)"))


def is_imperative(line: str) -> bool:
    """Whether a function's first line tells what to do rather than what it is or does."""
    first = line.split(" ")[0]
    return first not in NOT_VERBS and not THIRD_PERSON.match(first)


def lacking(thing: Public) -> list[str]:
    """Name what a docstring lacks."""
    line, _, _ = thing.says.partition("\n")
    faults = [] if is_sentence(line) else ["one line that ends with a full stop"]
    if thing.is_function and not is_imperative(line):
        faults.append("a verb that tells what to do")
    if thing.is_function and thing.room not in OTHER_ROOMS:
        faults += [section for section in SECTIONS if section not in thing.says]
    return faults


def test_each_public_docstring_is_complete() -> None:
    listed = violations("Docstrings")
    found = {thing.name: lacking(thing) for thing in public() if thing.name not in listed}

    assert {name: faults for name, faults in found.items() if faults} == {}


def test_the_list_of_violations_is_true() -> None:
    incomplete = {thing.name for thing in public() if lacking(thing)}

    assert violations("Docstrings") - incomplete == set(), "mended: take it off the list"


def test_moods_are_told_apart() -> None:
    lines = ("Return it.", "Returns it.", "Pass it on.", "Focus on it.", "The thing.", "Writes.")

    assert [is_imperative(line) for line in lines] == [True, False, True, True, False, False]
