"""Strategies for cards, as deep as they may be and deeper, and for nodes of either kind."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from typing import Final

from hypothesis import strategies as st

from ctxfn.messages import (
    MAX_CARD_DEPTH,
    Assistant,
    AssistantGroup,
    Card,
    Column,
    Compare,
    CompressedGroup,
    Council,
    Node,
    Supervisor,
    Task,
    TaskCallback,
    Tasks,
    ToolResult,
    Turn,
    Unknown,
    Verification,
)
from ctxfn.testing.nodes import assistants, content, fully, messages, tool_results
from ctxfn.testing.pieces import ROW_IDS, calls, reasoning
from ctxfn.testing.sparse import as_one, seldom
from ctxfn.testing.texts import names

__all__ = ["cards", "leaf_cards", "nodes", "roles", "too_deep_cards"]

#: The cards that can hold cards, each made around nodes.
_HOLDERS: Final[tuple[Callable[[Sequence[Node]], Card], ...]] = (
    lambda inner: Council(tuple(inner)),
    lambda inner: Tasks(tuple(inner)),
    lambda inner: Compare(tuple(Column((node,)) for node in inner)),
    lambda inner: CompressedGroup((), tuple(inner)),
    lambda inner: CompressedGroup((), (), tuple(inner)),
)

_MORE_LEVELS: Final = 20


def roles() -> st.SearchStrategy[str]:
    """Generate roles nobody here knows."""
    return st.sampled_from(("critic", "", "User", "tool_result", "system ", "функция"))


@cache
def _turns() -> st.SearchStrategy[tuple[Turn, ...]]:
    results = st.lists(tool_results(), max_size=2).map(tuple)
    return st.lists(st.builds(Turn, assistants(), results), max_size=2).map(tuple)


@cache
def leaf_cards() -> st.SearchStrategy[Card]:
    """Generate cards that hold no cards: groups, tasks, callbacks, verifications, unknown roles."""
    said = {"parts": content()}
    asked = {
        "calls": st.lists(calls(), min_size=1, max_size=2).map(tuple),
        "reasoning": st.lists(reasoning(), min_size=1, max_size=2).map(tuple),
    }
    spoken = {"turns": _turns(), **said}
    plain = {"parts": content(), "id": st.sampled_from(ROW_IDS)}
    return st.one_of(
        st.builds(AssistantGroup, _turns(), id=plain["id"]),
        st.builds(Task, **plain),
        st.builds(Unknown, roles(), **plain),
        fully(AssistantGroup, spoken, asked),
        fully(Supervisor, spoken, asked),
        fully(Task, said, asked),
        fully(TaskCallback, said, {"identifier": names(), "reason": names()}),
        fully(Verification, said),
        fully(Unknown, {"role": roles(), **said}),
    )


@cache
def _holders() -> st.SearchStrategy[Card]:
    inner: st.SearchStrategy[tuple[Node, ...]] = st.lists(
        st.one_of(messages(), leaf_cards()), max_size=3
    ).map(tuple)
    columns = st.lists(st.builds(Column, inner, seldom(names())), max_size=2).map(tuple)
    active, anchor = seldom(names()), seldom(st.sampled_from(ROW_IDS))
    row, said = st.sampled_from(ROW_IDS), content()
    return st.one_of(
        st.builds(Council, inner, anchor, id=row),
        st.builds(Tasks, inner, st.booleans(), id=row),
        st.builds(Compare, columns, active, id=row),
        st.builds(CompressedGroup, said, inner, inner, id=row),
        fully(Council, {"members": inner, "anchor": anchor, "parts": said}),
        fully(Tasks, {"tasks": inner, "several_agents": st.booleans(), "parts": said}),
        fully(Compare, {"columns": columns, "active": active, "parts": said}),
        fully(CompressedGroup, {"parts": said, "compressed": inner, "pinned": inner}),
    )


def _raised(card: Card, levels: int, first: int, second: int) -> Card:
    for level in range(levels):
        card = _HOLDERS[(first, second)[level % 2]]((card,))
    return card


def _towers(least: int, most: int) -> st.SearchStrategy[Card]:
    kind = st.integers(0, len(_HOLDERS) - 1)
    foot = st.builds(AssistantGroup, _short_turns(), id=st.sampled_from(ROW_IDS))
    return st.builds(_raised, foot, st.integers(least, most), kind, kind)


@cache
def _short_turns() -> st.SearchStrategy[tuple[Turn, ...]]:
    asked = st.lists(calls(), max_size=2).map(lambda some: Assistant((), None, tuple(some)))
    answered = st.tuples(st.builds(ToolResult, content(), call_id=st.sampled_from(("c1", "c2"))))
    return st.tuples(st.builds(Turn, asked, answered))


@cache
def cards(*, depth: int = MAX_CARD_DEPTH) -> st.SearchStrategy[Card]:
    """Generate cards of every kind, at most *depth* of them inside each other.

    A card without cards inside has depth one. Most are shallow, as real ones are; some go
    all the way.
    """
    shallow: list[st.SearchStrategy[Card]] = [as_one(leaf_cards())]
    if depth >= 2:
        shallow.append(as_one(_holders()))
    towers = [_towers(0, depth - 1), _towers(depth - 1, depth - 1)] if depth > 2 else []
    return as_one(st.one_of(*shallow, *shallow, *shallow, *towers))


@cache
def too_deep_cards(*, deeper: int = _MORE_LEVELS) -> st.SearchStrategy[Card]:
    """Generate cards past `MAX_CARD_DEPTH`, by up to *deeper* levels: what the door refuses."""
    return _towers(MAX_CARD_DEPTH, MAX_CARD_DEPTH + deeper - 1)


@cache
def nodes(*, depth: int = MAX_CARD_DEPTH) -> st.SearchStrategy[Node]:
    """Generate messages and cards; with ``depth=0`` no cards."""
    plain = as_one(messages())
    return st.one_of(plain, plain, as_one(cards(depth=depth))) if depth else messages()
