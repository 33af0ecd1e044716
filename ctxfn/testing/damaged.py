"""Strategies that take a conversation as it should be and break it, saying how."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from copy import deepcopy
from typing import Final, NamedTuple, TypeVar

from hypothesis import event
from hypothesis import strategies as st
from pyrsistent import pvector

from ctxfn.messages import Messages, Node
from ctxfn.testing.damages import STRUCTURAL, Damaging, Nothing, damage
from ctxfn.testing.dirt import DIRT
from ctxfn.testing.shapes import RECORDS, Shape
from ctxfn.testing.wire_shape import OPENAI

__all__ = ["DAMAGES", "ROW_DAMAGES", "Damage", "damaged", "damaged_rows"]

R = TypeVar("R")
V = TypeVar("V")

#: The kinds of damage of `damaged`, and of `damaged_rows`.
DAMAGES: Final[tuple[str, ...]] = tuple(STRUCTURAL)
ROW_DAMAGES: Final[tuple[str, ...]] = (*STRUCTURAL, *DIRT)


class Damage(NamedTuple):
    """What was done to a conversation, and at which place of the list as it was then."""

    kind: str
    place: int


def damaged(
    conversation: Iterable[Node], *, kinds: Sequence[str] = DAMAGES, at_most: int = 4
) -> st.SearchStrategy[tuple[Messages, tuple[Damage, ...]]]:
    """Generate damaged versions of *conversation*, each with the list of what was done to it.

    Contract:
        One to *at_most* damages of *kinds*, one after the other; fewer only if there is
        nothing to damage in these ways. Rows left alone are the same objects.

    Examples:
        >>> from hypothesis import find
        >>> from ctxfn.messages import assistant, call, chat, tool_result
        >>> said = chat(assistant(call("c1")), tool_result("c1", "42"))
        >>> broken, done = find(damaged(said, kinds=["missing_result"]), lambda _: True)
        >>> len(broken), done
        (1, (Damage(kind='missing_result', place=1),))
    """
    nodes: st.SearchStrategy[tuple[list[Node], tuple[Damage, ...]]] = _damaged(
        tuple(conversation), RECORDS, _named(kinds, STRUCTURAL), at_most
    )
    return nodes.map(lambda done: (pvector(done[0]), done[1]))


def damaged_rows(
    rows: Iterable[object], *, kinds: Sequence[str] = ROW_DAMAGES, at_most: int = 4
) -> st.SearchStrategy[tuple[list[object], tuple[Damage, ...]]]:
    """Generate damaged versions of OpenAI *rows*, each with the list of what was done to it.

    Contract:
        As `damaged`, and besides what only JSON allows: null content, parts and calls that
        are no lists or no objects, numbers for texts, NaN, rows that are no objects. *rows*
        is not changed; what is returned is the caller's.
    """
    return _damaged(tuple(rows), OPENAI, _named(kinds, {**STRUCTURAL, **DIRT}), at_most)


def _named(kinds: Sequence[str], known: Mapping[str, Damaging]) -> tuple[tuple[str, Damaging], ...]:
    return tuple((kind, known[kind]) for kind in kinds)


@st.composite
def _damaged(
    draw: st.DrawFn,
    rows: tuple[R, ...],
    shape: Shape[R],
    kinds: tuple[tuple[str, Damaging], ...],
    at_most: int,
) -> tuple[list[R], tuple[Damage, ...]]:
    def pick(options: Sequence[V], /) -> V:
        if not options:
            raise Nothing
        return options[draw(st.integers(0, len(options) - 1))] if len(options) > 1 else options[0]

    broken = list(rows) if shape is RECORDS else list(deepcopy(rows))
    done: list[Damage] = []
    for _ in range(draw(st.integers(1, at_most))):
        start = draw(st.integers(0, len(kinds) - 1))
        what = damage(kinds[start:] + kinds[:start], broken, shape, pick)
        if what is not None:
            event(f"damage: {what[0]}")
            done.append(Damage(*what))
    return broken, tuple(done)
