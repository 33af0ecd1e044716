"""What only JSON allows to be wrong with a row: types that nobody expects there."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, Final

from ctxfn.testing.damages import Damaging, Pick
from ctxfn.testing.shapes import Shape
from ctxfn.testing.wire_shape import calls_of, with_key, without_key

__all__ = ["DIRT", "JUNK"]

#: One value of each kind that JSON readers return, and numbers only Python's writes.
JUNK: Final[tuple[Any, ...]] = (
    None,
    True,
    0,
    -1,
    2**70,
    1.5,
    float("nan"),
    float("inf"),
    "",
    "5",
    [],
    [None],
    {},
    {"role": 1},
)

_PARTS: Final[tuple[Any, ...]] = (
    None,
    "a",
    7,
    [],
    {},
    {"type": "text"},
    {"type": "text", "text": None},
    {"type": "text", "text": 5},
    {"type": 9, "text": "a"},
    {"text": "a"},
    {"type": "image_url"},
    {"type": "image_url", "image_url": "https://example.org/a.png"},
    {"type": "image_url", "image_url": {"url": None}},
    {"type": "input_audio", "input_audio": {"data": 1, "format": []}},
    {"type": "file", "file": None},
    {"type": "nobody_knows", "x": [{}]},
)

_CALLS: Final[tuple[Any, ...]] = (
    None,
    "c1",
    3,
    [],
    {},
    {"id": "c1"},
    {"id": "c1", "type": "function"},
    {"id": "c1", "type": "function", "function": None},
    {"id": "c1", "type": "function", "function": {"name": None, "arguments": None}},
    {"id": 5, "type": "function", "function": {"name": 7, "arguments": {"q": 1}}},
    {"id": "c1", "type": "custom", "custom": {"name": "run", "input": 3}},
)


_ARGUMENTS: Final[tuple[Any, ...]] = ({}, {"q": "a"}, [1], None, 7)


def _objects(rows: list[Any]) -> list[int]:
    return [i for i, row in enumerate(rows) if isinstance(row, dict)]


def null_content(rows: list[Any], _shape: Shape[Any], pick: Pick) -> int:
    """Store null where words stood."""
    place = pick(_objects(rows))
    rows[place] = with_key(rows[place], "content", None)
    return place


def absent_content(rows: list[Any], _shape: Shape[Any], pick: Pick) -> int:
    """Store no content at all."""
    place = pick(_objects(rows))
    rows[place] = without_key(rows[place], "content")
    return place


def content_of_another_type(rows: list[Any], _shape: Shape[Any], pick: Pick) -> int:
    """Store a number, an object or worse as content."""
    place = pick(_objects(rows))
    rows[place] = with_key(rows[place], "content", pick(JUNK))
    return place


def broken_parts(rows: list[Any], _shape: Shape[Any], pick: Pick) -> int:
    """Put something that is no part, or half of one, among the parts."""
    place = pick(_objects(rows))
    content = rows[place].get("content")
    there = content if isinstance(content, list) else [{"type": "text", "text": content}]
    at = pick(range(len(there) + 1))
    rows[place] = with_key(rows[place], "content", [*there[:at], pick(_PARTS), *there[at:]])
    return place


def calls_of_another_type(rows: list[Any], _shape: Shape[Any], pick: Pick) -> int:
    """Store something that is no list where the calls stood."""
    place = pick([i for i in _objects(rows) if rows[i].get("role") == "assistant"])
    rows[place] = with_key(rows[place], "tool_calls", pick((None, {}, "[]", 3, True)))
    return place


def broken_calls(rows: list[Any], _shape: Shape[Any], pick: Pick) -> int:
    """Put something that is no call, or half of one, among the calls."""
    place = pick([i for i in _objects(rows) if rows[i].get("role") == "assistant"])
    there = calls_of(rows[place])
    at = pick(range(len(there) + 1))
    rows[place] = with_key(rows[place], "tool_calls", [*there[:at], pick(_CALLS), *there[at:]])
    return place


def arguments_as_an_object(rows: list[Any], shape: Shape[Any], pick: Pick) -> int:
    """Store arguments parsed already."""
    place = pick([i for i in _objects(rows) if calls_of(rows[i])])
    rows[place] = shape.with_arguments(rows[place], pick(_ARGUMENTS))
    return place


def numbers_as_ids(rows: list[Any], shape: Shape[Any], pick: Pick) -> int:
    """Store the ids of calls and results as numbers, both ends alike if they were."""
    places = [i for i in _objects(rows) if calls_of(rows[i]) or shape.answers(rows[i]) is not None]
    place = pick(places)
    for i in places:
        calls = shape.calls(rows[i])
        if calls:
            rows[i] = shape.with_calls(rows[i], tuple(map(_number, calls)))
        else:
            rows[i] = shape.with_answer(rows[i], _number(shape.answers(rows[i])))
    return place


def _number(id: str | None) -> Any:
    digits = "".join(letter for letter in str(id) if letter in "0123456789")
    return int(digits) if digits else id


def numbers_as_text(rows: list[Any], _shape: Shape[Any], pick: Pick) -> int:
    """Store times and counts as texts, or as no number at all."""
    place = pick(_objects(rows))
    key = pick(("created_at", "createdAt", "timestamp", "usage"))
    value = pick(("1700000000000", "soon", float("nan"), "", {"total_tokens": "12"}))
    rows[place] = with_key(rows[place], key, value)
    return place


def no_role(rows: list[Any], _shape: Shape[Any], pick: Pick) -> int:
    """Forget the role, or store something that is no text as one."""
    place = pick(_objects(rows))
    role = pick((..., *JUNK))
    row = rows[place]
    rows[place] = without_key(row, "role") if role is ... else with_key(row, "role", role)
    return place


def no_object(rows: list[Any], _shape: Shape[Any], pick: Pick) -> int:
    """Store null, a text or a number as a row."""
    place = pick(range(len(rows) + 1))
    rows.insert(place, pick(JUNK))
    return place


def any_other_type(rows: list[Any], _shape: Shape[Any], pick: Pick) -> int:
    """Store something else under any key of a row."""
    place = pick([i for i in _objects(rows) if rows[i]])
    key = pick(tuple(rows[place]))
    rows[place] = with_key(rows[place], key, pick(JUNK))
    return place


def unknown_keys(rows: list[Any], _shape: Shape[Any], pick: Pick) -> int:
    """Store keys nobody has a word for."""
    place = pick(_objects(rows))
    rows[place] = with_key(rows[place], pick(("x_new", "", "metadata", "名")), pick(JUNK))
    return place


#: Every damage that only JSON allows, by name.
DIRT: Final[Mapping[str, Damaging]] = MappingProxyType(
    {
        function.__name__: function
        for function in (
            null_content,
            absent_content,
            content_of_another_type,
            broken_parts,
            calls_of_another_type,
            broken_calls,
            arguments_as_an_object,
            numbers_as_ids,
            numbers_as_text,
            no_role,
            no_object,
            any_other_type,
            unknown_keys,
        )
    }
)
