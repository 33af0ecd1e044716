"""Made-up histories as a store may hold them: reused ids, late and lost results, circles."""

from __future__ import annotations

from typing import Any

from attrs import evolve
from hypothesis import strategies as st
from pyrsistent import pvector

from ctxfn.messages import (
    NOWHERE,
    Anchor,
    Assistant,
    AssistantGroup,
    Mark,
    Messages,
    Node,
    Origin,
    System,
    Task,
    Text,
    ToolResult,
    User,
    call,
)

__all__ = ["grown_histories", "histories", "orderly_histories"]

_CALLS = st.sampled_from(("c1", "c2", "c3"))
_AGENTS = st.sampled_from((None, None, "a", "b"))
_KINDS = st.sampled_from(
    (
        *("user", "assistant", "asks", "tool") * 2,
        *("tool", "task", "system", "card", "ours"),
    )
)


@st.composite
def _nodes(draw: st.DrawFn, index: int, ids: tuple[str, ...]) -> Node:
    kind = draw(_KINDS)
    near = ids[max(0, index - 3) : index]
    above_it: bool = draw(st.booleans())
    names = st.sampled_from(near if near and above_it else ids)
    parent = draw(st.one_of(st.none(), names))
    origin = Origin(parent=parent, agent=draw(_AGENTS), ours="date" if kind == "ours" else None)
    anchor: tuple[Mark, ...] = (Anchor("council"),) if draw(st.integers(0, 9)) == 0 else ()
    beside: dict[str, Any] = {"id": ids[index], "origin": origin, "marks": anchor}
    said = (Text(f"w{index}"),)
    match kind:
        case "tool":
            beside["id"] = f"m{index}" if len(set(ids)) == len(ids) else f"r{index}"
            return ToolResult(said, call_id=draw(_CALLS), **beside)
        case "asks":
            asked = tuple(call(one) for one in draw(st.lists(_CALLS, min_size=1, max_size=2)))
            return Assistant(said, calls=asked, **beside)
        case "assistant":
            return Assistant(said, **beside)
        case "task":
            return Task(said, **beside)
        case "system":
            return System(said, **beside)
        case "card":
            return AssistantGroup(parts=said, **beside)
        case _:
            return User(said, **beside)


@st.composite
def histories(draw: st.DrawFn, *, unique_ids: bool = False, most: int = 14) -> Messages:
    """Generate short histories in which everything that can be wrong often is."""
    length = draw(st.integers(0, most))
    ids = tuple(f"m{index}" for index in range(length))
    if not unique_ids and draw(st.booleans()):
        ids = tuple(draw(st.sampled_from(("m0", "m1", "m2", "m3"))) for _ in ids)
    return pvector([draw(_nodes(index, ids)) for index in range(length)])


@st.composite
def orderly_histories(draw: st.DrawFn, *, parents: bool = True, turns: int = 8) -> Messages:
    """Generate histories as they should be: each call answered at once, each parent above."""
    nodes: list[Node] = [System((Text("s"),))] if draw(st.booleans()) else []
    calls = 0
    for _ in range(draw(st.integers(0, turns))):
        nodes.append(User((Text("question"),)))
        for _ in range(draw(st.integers(0, 2))):
            asked = tuple(call(f"c{calls + one}") for one in range(draw(st.integers(1, 2))))
            calls += len(asked)
            nodes.append(Assistant(calls=asked))
            nodes += [ToolResult((Text("found"),), call_id=one.id) for one in asked]
        if draw(st.booleans()):
            nodes.append(Assistant((Text("answer"),)))
    return pvector(_with_parents(nodes) if parents else nodes)


@st.composite
def grown_histories(draw: st.DrawFn) -> Messages:
    """Generate wild beginnings that go on in order, but for a lost node and a wrong parent."""
    wild = draw(histories(most=20))
    has_parents: bool = draw(st.booleans())
    orderly = draw(orderly_histories(parents=has_parents, turns=6))
    nodes: list[Node] = [*wild, *orderly]
    for _ in range(draw(st.integers(0, 2))):
        place = draw(st.integers(0, max(len(nodes) - 1, 0)))
        parent = draw(st.sampled_from([node.id for node in nodes] or [None]))
        moved: bool = draw(st.booleans())
        if nodes and moved:
            nodes[place] = evolve(nodes[place], origin=Origin(parent=parent))
        else:
            del nodes[place : place + 1]
    return pvector(nodes)


def _with_parents(nodes: list[Node]) -> list[Node]:
    made: list[Node] = []
    caller: str | None = None
    for index, node in enumerate(nodes):
        above = made[-1].id if made else None
        parent = caller if isinstance(node, ToolResult) else above
        origin = NOWHERE if parent is None else Origin(parent=parent)
        made.append(evolve(node, id=f"m{index}", origin=origin))
        caller = caller if isinstance(node, ToolResult) else f"m{index}"
    return made
