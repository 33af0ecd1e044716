"""How deep a tree is, asked before anything walks into it; and copies without recursion."""

from __future__ import annotations

import math
from collections.abc import Iterable
from typing import Final

from ctxfn.messages import MAX_CARD_DEPTH, MAX_JSON_DEPTH, TOO_LARGE, InvalidJson, TooDeep
from ctxfn.wire.uichat.keys import CARRIERS

__all__ = ["check_cards", "check_json", "copied"]

#: Numbers are looked at one by one: some are too long to write, some are none of JSON's.
_SCALARS: Final = frozenset({str, bool, type(None)})
_CARRIERS: Final = frozenset(CARRIERS)
_CONTAINERS: Final = (dict, list)


def check_cards(rows: list[object]) -> None:
    """Refuse rows with more than `MAX_CARD_DEPTH` cards inside each other, cycles too.

    Complexity: O(rows, nested ones too), on a stack of its own.

    Raises:
        TooDeep: names the row of the list it is in.
    """
    for index, row in enumerate(rows):
        if isinstance(row, dict) and not _CARRIERS.isdisjoint(row):
            _check_card(index, row)


def _check_card(index: int, card: dict[str, object]) -> None:
    waiting = [(card, 1)]
    # A row that hangs in several places is walked once per depth, not once per path.
    seen: set[tuple[int, int]] = set()
    while waiting:
        row, depth = waiting.pop()
        if depth > MAX_CARD_DEPTH:
            raise TooDeep(index, depth, MAX_CARD_DEPTH)
        if (id(row), depth) in seen:
            continue
        seen.add((id(row), depth))
        for key in CARRIERS:
            held = row.get(key)
            if isinstance(held, list):
                waiting += [
                    (inner, depth + _steps(inner))
                    for inner in _rows_in(held)
                    if not _CARRIERS.isdisjoint(inner)
                ]


def _steps(row: dict[str, object]) -> int:
    """A column that is an object with `messages` is no card of its own."""
    return 0 if "messages" in row and "role" not in row else 1


def _rows_in(held: list[object]) -> list[dict[str, object]]:
    rows = [inner for inner in held if isinstance(inner, dict)]
    for inner in held:
        if isinstance(inner, list):
            rows += [row for row in inner if isinstance(row, dict)]
    return rows


def check_json(value: object, index: int | None = None) -> None:
    """Refuse a parsed value that is nested deeper than `MAX_JSON_DEPTH`."""
    level = [value] if value.__class__ in _CONTAINERS else []
    depth = 0
    while level:
        depth += 1
        if depth > MAX_JSON_DEPTH:
            raise TooDeep(index, depth, MAX_JSON_DEPTH)
        level = [
            inner for outer in level for inner in _inside(outer) if inner.__class__ in _CONTAINERS
        ]


def _inside(outer: object) -> Iterable[object]:
    if isinstance(outer, dict):
        return outer.values()
    return outer if isinstance(outer, list) else ()


def copied(value: object, index: int | None = None) -> object:
    """Copy a JSON value deeply, checking it: the copy is ours.

    Complexity: O(size), on a stack of its own.

    Raises:
        InvalidJson: a key or a value in it is none of JSON's.
        TooDeep: nested deeper than `MAX_JSON_DEPTH`, or inside itself.
    """
    root = _shell(value, "", index)
    waiting: list[tuple[object, object, int]] = []
    if root is not value:
        waiting.append((value, root, 1))
    while waiting:
        source, target, depth = waiting.pop()
        if depth > MAX_JSON_DEPTH:
            raise TooDeep(index, depth, MAX_JSON_DEPTH)
        if isinstance(target, dict):
            _fill_object(source, target, depth, index, waiting)
        elif isinstance(target, list):
            _fill_list(source, target, depth, index, waiting)
    return root


def _fill_object(
    source: object,
    target: dict[str, object],
    depth: int,
    index: int | None,
    waiting: list[tuple[object, object, int]],
) -> None:
    assert isinstance(source, dict)
    # One copy in C, then only what is no scalar: most values are.
    target.update(source)
    for key, inner in source.items():
        if key.__class__ is not str and not isinstance(key, str):
            raise InvalidJson(_place(index), f"the key {key!r}", "a text")
        if inner.__class__ not in _SCALARS:
            target[key] = fresh = _shell(inner, key, index)
            if fresh is not inner:
                waiting.append((inner, fresh, depth + 1))


def _fill_list(
    source: object,
    target: list[object],
    depth: int,
    index: int | None,
    waiting: list[tuple[object, object, int]],
) -> None:
    assert isinstance(source, list | tuple)
    for place, inner in enumerate(source):
        if inner.__class__ in _SCALARS:
            target.append(inner)
        else:
            fresh = _shell(inner, f"[{place}]", index)
            target.append(fresh)
            if fresh is not inner:
                waiting.append((inner, fresh, depth + 1))


def _shell(value: object, key: str, index: int | None) -> object:
    """An empty copy of a container, or the value itself if it is none."""
    if isinstance(value, dict):
        return {}
    if isinstance(value, list | tuple):
        return []
    if value is None or isinstance(value, str):
        return value
    if isinstance(value, int):
        if -TOO_LARGE < value < TOO_LARGE:
            return value
        found = f"a whole number of {value.bit_length()} bits"
        raise InvalidJson(f"{_place(index)}, at {key}", found, "at most 4,300 digits")
    where = f"{_place(index)}, at {key}" if key else _place(index)
    if isinstance(value, float):
        if math.isfinite(value):
            return value
        raise InvalidJson(where, f"the float {value!r}", "a number that JSON can write")
    raise InvalidJson(where, f"a {type(value).__name__}", "a JSON value")


def _place(index: int | None) -> str:
    return "the body" if index is None else f"message {index}"
