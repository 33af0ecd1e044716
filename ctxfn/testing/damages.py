"""Every way a store breaks a conversation, each a small function on a list of rows.

A damage changes the list in place and returns where; it asks `pick` for its choices, which
raises `Nothing` if there is nothing of the kind to choose from.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType
from typing import Any, Final, Protocol, TypeAlias, TypeVar

from ctxfn.testing.shapes import Shape

__all__ = ["STRUCTURAL", "Nothing", "Pick", "damage"]

R = TypeVar("R")
V = TypeVar("V")


class Nothing(Exception):
    """There is nothing to damage in this way."""


class Pick(Protocol):
    """Chooses one of several; the dice are Hypothesis's."""

    def __call__(self, options: Sequence[V], /) -> V: ...


#: Rows, their shape and the dice; returns the place of what was done.
Damaging: TypeAlias = Callable[[list[Any], Shape[Any], Pick], int]


def _results(rows: list[R], shape: Shape[R]) -> list[int]:
    return [i for i, row in enumerate(rows) if shape.answers(row) is not None]


def _askers(rows: list[R], shape: Shape[R], least: int = 1) -> list[int]:
    return [i for i, row in enumerate(rows) if len(shape.calls(row)) >= least]


def _answered(rows: list[R], shape: Shape[R]) -> list[tuple[int, int]]:
    """Where a call stands and where its first result does."""
    pairs = []
    for asker in _askers(rows, shape):
        ids = shape.calls(rows[asker])
        after = range(asker + 1, len(rows))
        pairs += [(asker, i) for i in after if shape.answers(rows[i]) in ids]
    return pairs


def missing_result(rows: list[R], shape: Shape[R], pick: Pick) -> int:
    """Lose a result."""
    place = pick(_results(rows, shape))
    del rows[place]
    return place


def missing_call(rows: list[R], shape: Shape[R], pick: Pick) -> int:
    """Lose a message that asked; its results are orphans."""
    place = pick(_answered(rows, shape))[0]
    del rows[place]
    return place


def duplicate_result(rows: list[R], shape: Shape[R], pick: Pick) -> int:
    """Store a result twice, the second time with other words or somewhere else."""
    first = pick(_results(rows, shape))
    again = rows[first] if pick((True, False)) else shape.with_words(rows[first], "again")
    place = pick(range(first + 1, len(rows) + 1))
    rows.insert(place, again)
    return place


def duplicate_row(rows: list[R], _shape: Shape[R], pick: Pick) -> int:
    """Store a row twice, the very same."""
    place = pick(range(len(rows)))
    rows.insert(place + 1, rows[place])
    return place + 1


def reordered_results(rows: list[R], shape: Shape[R], pick: Pick) -> int:
    """Swap two results that stand side by side."""
    results = set(_results(rows, shape))
    place = pick([i for i in sorted(results) if i + 1 in results])
    rows[place], rows[place + 1] = rows[place + 1], rows[place]
    return place


def reordered_rows(rows: list[R], _shape: Shape[R], pick: Pick) -> int:
    """Swap any two neighbours."""
    place = pick(range(len(rows) - 1))
    rows[place], rows[place + 1] = rows[place + 1], rows[place]
    return place


def reused_id(rows: list[R], shape: Shape[R], pick: Pick) -> int:
    """Give a later message's call, and its results, the id of an earlier message's call."""
    askers = _askers(rows, shape)
    later = pick(askers[1:])
    taken = shape.calls(rows[pick([i for i in askers if i < later])])[0]
    ids = shape.calls(rows[later])
    old = pick(ids)
    rows[later] = shape.with_calls(rows[later], tuple(taken if one == old else one for one in ids))
    for i in range(later + 1, len(rows)):
        if shape.answers(rows[i]) == old:
            rows[i] = shape.with_answer(rows[i], taken)
    return later


def repeated_id(rows: list[R], shape: Shape[R], pick: Pick) -> int:
    """Give two calls of one message the same id."""
    place = pick(_askers(rows, shape, 2))
    ids = shape.calls(rows[place])
    rows[place] = shape.with_calls(rows[place], (ids[1], *ids[1:]))
    return place


def empty_call_id(rows: list[R], shape: Shape[R], pick: Pick) -> int:
    """Forget the id of a call or of a result."""
    place = pick(_askers(rows, shape) + _results(rows, shape))
    ids = shape.calls(rows[place])
    rows[place] = shape.with_calls(rows[place], ("", *ids[1:]))
    rows[place] = rows[place] if ids else shape.with_answer(rows[place], "")
    return place


def orphan_result(rows: list[R], shape: Shape[R], pick: Pick) -> int:
    """Store a result that nobody asked for."""
    place = pick(range(len(rows) + 1))
    rows.insert(place, shape.result("nobody's"))
    return place


def late_result(rows: list[R], shape: Shape[R], pick: Pick) -> int:
    """Store a result only after somebody else spoke."""
    results = [i for i in _results(rows, shape) if i + 1 < len(rows)]
    row = rows.pop(first := pick(results))
    place = pick(range(first + 1, len(rows) + 1))
    rows.insert(place, row)
    return place


def early_result(rows: list[R], shape: Shape[R], pick: Pick) -> int:
    """Store a result before its call."""
    asker, result = pick(_answered(rows, shape))
    row = rows.pop(result)
    place = pick(range(asker + 1))
    rows.insert(place, row)
    return place


def interleaved_user(rows: list[R], shape: Shape[R], pick: Pick) -> int:
    """Let a person speak between a call and its result."""
    place = pick(_answered(rows, shape))[1]
    rows.insert(place, shape.user("wait"))
    return place


def late_system(rows: list[R], shape: Shape[R], pick: Pick) -> int:
    """Put a system message where others have spoken."""
    place = pick(range(len(rows) + 1))
    rows.insert(place, shape.system("Be brief."))
    return place


def empty_content(rows: list[R], shape: Shape[R], pick: Pick) -> int:
    """Take all words away."""
    place = pick(range(len(rows)))
    rows[place] = shape.with_words(rows[place], "")
    return place


def blank_content(rows: list[R], shape: Shape[R], pick: Pick) -> int:
    """Leave white space for words."""
    place = pick(range(len(rows)))
    rows[place] = shape.with_words(rows[place], pick((" ", "\n\t", "\u00a0")))
    return place


def broken_arguments(rows: list[R], shape: Shape[R], pick: Pick) -> int:
    """Cut the arguments of a message's calls off, or write no JSON."""
    place = pick(_askers(rows, shape))
    wrong = pick(("", "{", '{"q": "wher', "[1]", "null", "{'q': 1}", '{"a": NaN}'))
    rows[place] = shape.with_arguments(rows[place], wrong)
    return place


def unknown_role(rows: list[R], shape: Shape[R], pick: Pick) -> int:
    """Put a row under a role nobody knows."""
    place = pick(range(len(rows)))
    rows[place] = shape.under(rows[place], pick(("critic", "", "User", "функция")))
    return place


def duplicate_row_id(rows: list[R], shape: Shape[R], pick: Pick) -> int:
    """Give two rows one id."""
    place = pick(range(1, len(rows)))
    other = pick(range(place))
    taken = shape.id(rows[other]) or "m1"
    rows[other] = shape.with_id(rows[other], taken)
    rows[place] = shape.with_id(rows[place], taken)
    return place


def missing_row_id(rows: list[R], shape: Shape[R], pick: Pick) -> int:
    """Forget the id of a row others may point to."""
    place = pick([i for i, row in enumerate(rows) if shape.id(row) is not None])
    rows[place] = shape.with_id(rows[place], None)
    return place


def parent_cycle(rows: list[R], shape: Shape[R], pick: Pick) -> int:
    """Make two rows each other's parent, or one its own."""
    place = pick(range(len(rows)))
    other = pick(range(place + 1))
    ids = [shape.id(rows[i]) or f"m{i + 1}" for i in (other, place)]
    rows[other] = shape.with_parent(shape.with_id(rows[other], ids[0]), ids[1])
    rows[place] = shape.with_parent(shape.with_id(rows[place], ids[1]), ids[0])
    return place


def missing_parent(rows: list[R], shape: Shape[R], pick: Pick) -> int:
    """Name a parent that is not there."""
    place = pick(range(len(rows)))
    rows[place] = shape.with_parent(rows[place], "gone")
    return place


#: Every damage that is the same in every format, by name.
STRUCTURAL: Final[Mapping[str, Damaging]] = MappingProxyType(
    {
        function.__name__: function
        for function in (
            missing_result,
            missing_call,
            duplicate_result,
            duplicate_row,
            reordered_results,
            reordered_rows,
            reused_id,
            repeated_id,
            empty_call_id,
            orphan_result,
            late_result,
            early_result,
            interleaved_user,
            late_system,
            empty_content,
            blank_content,
            broken_arguments,
            unknown_role,
            duplicate_row_id,
            missing_row_id,
            parent_cycle,
            missing_parent,
        )
    }
)


def damage(
    kinds: Sequence[tuple[str, Damaging]], rows: list[R], shape: Shape[R], pick: Pick
) -> tuple[str, int] | None:
    """Do the first damage of *kinds* that there is something for; `None` if there is none."""
    for kind, function in kinds:
        try:
            return kind, function(rows, shape, pick)
        except Nothing:
            continue
    return None
