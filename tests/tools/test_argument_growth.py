"""Twice the arguments cost twice the work, and no depth is too much: counted, not timed."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from types import FrameType
from typing import Any, NamedTuple

import pytest

from ctxfn.messages import MAX_JSON_DEPTH, freeze
from ctxfn.tools import Parsed, Repaired, Unrepairable, is_json, repair_arguments

NOTE = freeze(
    {
        "type": "object",
        "required": ["title", "body"],
        "properties": {"rows": {"type": "array", "items": {"type": "object"}}},
    }
)

SHAPES: dict[str, Callable[[int], str]] = {
    "numbers": lambda size: '{"rows": [' + "1," * size,
    "floats": lambda size: '{"rows": [' + "1.5e3," * size,
    "rows": lambda size: '{"rows": [' + '{"id": 1, "name": "x"},' * size,
    "rows with line breaks": lambda size: '{"rows": [' + '{"id": 1, "name": "x\n"},' * size,
    "rows of rows": lambda size: '{"rows": [{"rows": [' + '[{"rows": ["\\u00e9"]}],' * size,
    "lists as deep as may be": lambda size: "[" + ("[" * 400 + "]" * 400 + ",") * (size // 100),
    "brackets": lambda size: "[" * size * 50,
    "objects in objects": lambda size: '{"a":' * size * 50,
    "members": lambda size: "{" + ",".join(f'"k{number}": "v"' for number in range(size)),
    "texts with line breaks": lambda size: '{"rows": [' + '"\n",' * size,
    "broken at the end": lambda size: '{"rows": [' + '{"id": [1]},' * size + "!]}",
    "escapes": lambda size: '{"title": "' + "\\\\" * size,
    "halves of characters": lambda size: '{"title": "' + "\\ud83d" * size,
    "blanks": lambda size: '{"title":' + " " * size,
    "quotes": lambda size: '"' * size,
    "misfits": lambda size: json.dumps({"title": 1, "body": 2, "rows": [1] * size}),
    "texts that may have swallowed": lambda size: json.dumps(
        {f"k{number}": 'Hi", "body": "x"}' for number in range(size)}
    ),
    "texts that have": lambda size: json.dumps(
        {f"k{number}": 'Hi", "title": 1, "body": "x"}' for number in range(size)}
    ),
    "places where a text may be cut": lambda size: json.dumps(
        {"title": 'Hi", "body": ' * size + "}"}
    ),
}


class Work(NamedTuple):
    """What was done: lines of Python and calls of what is none, and attempts that failed."""

    steps: int
    failures: int


def is_ours(frame: FrameType) -> bool:
    """Say whether the work is of ours or of the parser, and not of who watches the collector."""
    name: str = frame.f_globals.get("__name__", "")
    return name.startswith(("ctxfn.", "json."))


def work_of(run: Callable[[], object]) -> Work:
    """Count what *run* does."""
    count = failures = 0

    def line(frame: FrameType, event: str, argument: object) -> Any:
        nonlocal count, failures
        if not is_ours(frame):
            return None
        count += event == "line"
        failures += event == "exception"
        return line

    def call(frame: FrameType, event: str, argument: object) -> None:
        nonlocal count
        count += event == "c_call" and is_ours(frame)

    before = sys.gettrace(), sys.getprofile()
    sys.settrace(line)
    sys.setprofile(call)
    try:
        run()
    finally:
        sys.settrace(before[0])
        sys.setprofile(before[1])
    return Work(count, failures)


@pytest.mark.parametrize("declared", [None, NOTE], ids=["undeclared", "declared"])
@pytest.mark.parametrize("shape", SHAPES)
def test_work_grows_with_the_text_and_no_faster(shape: str, declared: Any) -> None:
    small, large = (SHAPES[shape](size) for size in (200, 800))
    repair_arguments(small, declared)
    one = work_of(lambda: repair_arguments(small, declared))

    assert work_of(lambda: repair_arguments(large, declared)).steps < 5 * one.steps


@pytest.mark.parametrize("shape", [shape for shape in SHAPES if not shape.startswith("texts that")])
def test_attempts_that_fail_do_not_grow_in_number(shape: str) -> None:
    """Each may look at the whole text, to say where it failed; so there must be few."""
    small, large = (SHAPES[shape](size) for size in (200, 800))
    one, other = (work_of(lambda text=text: repair_arguments(text)) for text in (small, large))  # type: ignore[misc]

    assert other.failures <= one.failures


def test_nor_do_they_with_the_depth() -> None:
    texts = ["[" * depth + "1.5," * 100 for depth in (160, 400)]
    shallow, deep = (work_of(lambda text=text: repair_arguments(text)) for text in texts)  # type: ignore[misc]

    assert deep.failures <= shallow.failures


@pytest.mark.parametrize("outside", ["", '{"a": [', "[" * (MAX_JSON_DEPTH - 1)])
def test_what_is_too_deep_is_so_wherever_it_stands(outside: str) -> None:
    """Python's parser takes more than we do."""
    room = MAX_JSON_DEPTH - outside.count("[") - outside.count("{")
    fitting, deep = (outside + "[" * size + "]" * size + "," for size in (room, room + 1))

    assert isinstance(repair_arguments(fitting), Repaired)
    assert isinstance(repair_arguments(deep), Unrepairable)


@pytest.mark.parametrize("opening", ["[", '{"a":', '[{"a":'])
@pytest.mark.parametrize("closed", [False, True])
def test_a_hundred_thousand_brackets_are_refused(opening: str, closed: bool) -> None:
    closing = "".join({"[": "]", "{": "}"}.get(mark, "") for mark in reversed(opening))
    text = opening * 100_000 + ("1" + closing * 100_000 if closed else "")
    reading = repair_arguments(text)

    assert isinstance(reading, Unrepairable)
    assert reading.fault == "too-deep"
    assert not is_json(text)


def at_depth(frames: int, run: Callable[[], object]) -> object:
    """Call *run* with so many frames below it."""
    return run() if frames == 0 else at_depth(frames - 1, run)


@pytest.mark.parametrize("frames", [0, 300, 600, 750])
def test_the_stack_that_is_left_decides_nothing(frames: int) -> None:
    """Down to the limit all works, also where Python's own parser would run out of stack."""
    deep = "[" * MAX_JSON_DEPTH
    whole = deep + "]" * MAX_JSON_DEPTH
    readings = at_depth(
        frames, lambda: (repair_arguments(deep), repair_arguments(whole), is_json(whole))
    )

    assert isinstance(readings, tuple)
    assert [type(one) for one in readings] == [Repaired, Parsed, bool]
    assert readings[2] is True
    assert readings[0].text == whole


def test_ten_megabytes_are_read() -> None:
    begun = "x" * 10_000_000
    reading = repair_arguments(f'{{"path": "a", "body": "{begun}', unfinished="keep")

    assert isinstance(reading, Repaired)
    assert reading.value == freeze({"path": "a", "body": begun})
