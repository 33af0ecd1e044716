"""Cards of all kinds inside each other, every node with an id and a text of its own."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache
from typing import Final

from attrs import evolve
from hypothesis import strategies as st
from pyrsistent import pvector

from ctxfn.messages import (
    Assistant,
    AssistantGroup,
    Call,
    Card,
    Column,
    Compare,
    CompressedGroup,
    Council,
    Messages,
    Node,
    Supervisor,
    System,
    Task,
    TaskCallback,
    Tasks,
    Text,
    ToolResult,
    Turn,
    Unknown,
    User,
    Verification,
    nested_in,
)
from ctxfn.testing.contents import every_node, remade
from ctxfn.testing.sparse import as_one

__all__ = ["trees"]

_MOST: Final = 3


def trees(*, depth: int = 6, nodes: int = 4) -> st.SearchStrategy[Messages]:
    """Generate histories whose cards hold cards of every kind, up to *depth* inside each other.

    For laws about where each word goes: all that can speak speaks, cards too, and nothing says
    what another says. Unlike `cards`, whose nodes are free and mostly shallow.

    Contract:
        Every node has an id of its own, and its only text, if it has one, is that id. Turns have
        calls of ids of their own, each answered right there. A comparison has chosen one of its
        columns, none, or one it does not have. At most *nodes* stand side by side at the top.
    """
    rows = st.lists(_nodes(depth), min_size=1, max_size=nodes)
    return as_one(rows.map(lambda made: pvector(_named(made))))


@cache
def _nodes(depth: int) -> st.SearchStrategy[Node]:
    if depth < 1:
        return _messages()
    inner = _nodes(depth - 1)
    return st.one_of(_messages(), _leaves(), _holders(inner), _holders(inner), _holders(inner))


@cache
def _messages() -> st.SearchStrategy[Node]:
    kinds: tuple[Node, ...] = (User(_SAID), Assistant(_SAID), System(_SAID), Assistant())
    return st.sampled_from(kinds)


#: A text to be given its words, once all is there.
_SAID: Final = (Text("?"),)


@cache
def _leaves() -> st.SearchStrategy[Card]:
    said = st.sampled_from((_SAID, ()))
    turns = st.lists(_turns(), max_size=_MOST).map(tuple)
    return st.one_of(
        st.builds(AssistantGroup, turns, parts=said),
        st.builds(Supervisor, turns, parts=said),
        st.builds(Task, said),
        st.builds(TaskCallback, said),
        st.builds(Verification, said),
        st.builds(Unknown, st.just("critic"), said),
    )


def _turns() -> st.SearchStrategy[Turn]:
    def made(count: int, said: tuple[Text, ...]) -> Turn:
        calls = tuple(Call("?", "look") for _ in range(count))
        return Turn(Assistant(said, None, calls), tuple(ToolResult(_SAID) for _ in calls))

    return st.builds(made, st.integers(0, 2), st.sampled_from((_SAID, ())))


def _holders(inner: st.SearchStrategy[Node]) -> st.SearchStrategy[Card]:
    said = st.sampled_from((_SAID, ()))
    held = st.lists(inner, max_size=_MOST).map(tuple)
    columns = st.lists(st.builds(Column, held), max_size=_MOST).map(tuple)
    # The number of the column that is chosen, before columns have names.
    active = st.sampled_from((None, "0", "1", "2"))
    return st.one_of(
        st.builds(Council, held, st.sampled_from((None, "elsewhere")), parts=said),
        st.builds(Tasks, held, st.booleans(), parts=said),
        st.builds(Compare, columns, active, parts=said),
        st.builds(CompressedGroup, said, held, held),
    )


def _named(nodes: list[Node]) -> Iterator[Node]:
    """Give every node its id and words, from the inside out and without recursion."""
    numbers = iter(range(10**9))
    for outermost in nodes:
        ready: list[Node] = []
        for node in reversed([one for _, one in every_node((outermost,))]):
            count = len(nested_in(node))
            inner = [ready.pop() for _ in range(count)]
            ready.append(_marked(remade(node, inner) if count else node, lambda: next(numbers)))
        yield ready[0]


def _marked(node: Node, number: Callable[[], int]) -> Node:
    name = f"n{number()}x"
    marked: Node = evolve(node, id=name, parts=(Text(name),) if node.parts else ())
    if isinstance(marked, AssistantGroup | Supervisor):
        return evolve(marked, turns=tuple(_answered(turn) for turn in marked.turns))
    if isinstance(marked, Compare):
        columns = tuple(evolve(one, id=f"{name}{n}") for n, one in enumerate(marked.columns))
        active = None if marked.active is None else f"{name}{marked.active}"
        return evolve(marked, columns=columns, active=active)
    return marked


def _answered(turn: Turn) -> Turn:
    """Name each call after its result."""
    names = [f"c{result.id}" for result in turn.results]
    calls = tuple(evolve(one, id=name) for one, name in zip(turn.said.calls, names, strict=True))
    results = tuple(
        evolve(one, call_id=name) for one, name in zip(turn.results, names, strict=True)
    )
    return Turn(evolve(turn.said, calls=calls), results)
