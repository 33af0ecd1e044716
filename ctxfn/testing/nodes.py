"""Strategies for single messages, each kind as free as its type allows."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from types import MappingProxyType
from typing import Final, TypeAlias, TypeVar

from hypothesis import strategies as st

from ctxfn.messages import (
    NOWHERE,
    Assistant,
    Block,
    Mark,
    Message,
    Part,
    System,
    Text,
    ToolResult,
    User,
)
from ctxfn.testing.pieces import (
    CALL_IDS,
    blocks,
    calls,
    marks,
    origins,
    parts,
    reasoning,
    row_ids,
    tool_errors,
    tools,
    usages,
)
from ctxfn.testing.sparse import as_one, mostly, sparsely
from ctxfn.testing.texts import extras, names, texts, verbatims

__all__ = [
    "assistants",
    "content",
    "fully",
    "messages",
    "systems",
    "tool_results",
    "users",
]

N = TypeVar("N")

Fields: TypeAlias = Mapping[str, st.SearchStrategy[object]]

_NONE: Final[Fields] = MappingProxyType({})


@cache
def content(*, surrogates: bool = False) -> st.SearchStrategy[tuple[Part, ...]]:
    """Generate the parts of a message: none, one text, or a few of any kind."""
    words = parts(media=False, surrogates=surrogates)
    return st.one_of(
        texts(surrogates=surrogates).map(_said),
        st.tuples(words),
        st.lists(parts(surrogates=surrogates), max_size=3).map(tuple),
    )


def _said(text: str) -> tuple[Part, ...]:
    return (Text(text),)


def fully(
    make: Callable[..., N],
    always: Fields,
    rare: Fields = _NONE,
) -> st.SearchStrategy[N]:
    """Generate nodes with the fields that every node has beside its content, and others."""
    whole = {"id": row_ids(), "origin": st.one_of(st.just(NOWHERE), origins()), **always}
    return sparsely(make, whole, {**rare, **_aside()})


@cache
def _aside() -> dict[str, st.SearchStrategy[object]]:
    block: st.SearchStrategy[tuple[Block, ...]] = st.lists(
        blocks(), min_size=1, max_size=2, unique_by=lambda block: block.name
    ).map(tuple)
    mark: st.SearchStrategy[tuple[Mark, ...]] = st.lists(marks(), min_size=1, max_size=2).map(tuple)
    return {"blocks": block, "marks": mark, "extras": extras()}


@cache
def systems(*, surrogates: bool = False) -> st.SearchStrategy[System]:
    """Generate system messages."""
    said = content(surrogates=surrogates)
    full = fully(System, {"parts": said, "developer": st.booleans()}, {"name": names()})
    return mostly(st.builds(System, said, row_ids()), full)


@cache
def users(*, surrogates: bool = False) -> st.SearchStrategy[User]:
    """Generate user messages."""
    said = content(surrogates=surrogates)
    full = fully(User, {"parts": said}, {"name": names()})
    return mostly(st.builds(User, said, row_ids()), full)


@cache
def assistants(*, surrogates: bool = False) -> st.SearchStrategy[Assistant]:
    """Generate assistant messages, with calls of three ids, often the same one twice."""
    said = content(surrogates=surrogates)
    asked = st.one_of(st.just(()), st.lists(calls(), max_size=3).map(tuple))
    thoughts = st.lists(reasoning(), min_size=1, max_size=2).map(tuple)
    full = fully(
        Assistant,
        {"parts": said, "calls": asked},
        {"reasoning": thoughts, "usage": usages(), "name": names()},
    )
    return mostly(st.builds(Assistant, said, row_ids(), asked), full)


@cache
def tool_results(*, surrogates: bool = False) -> st.SearchStrategy[ToolResult]:
    """Generate tool results; the ids of their calls are of three, or empty, or nobody's."""
    said = content(surrogates=surrogates)
    answers = st.sampled_from((*CALL_IDS, *CALL_IDS, *CALL_IDS, "", "nobody's"))
    kinds = st.sampled_from(("function", "function", "custom", "function_call"))
    full = fully(
        ToolResult,
        {"parts": said, "call_id": answers, "kind": kinds},
        {
            "tool": tools(),
            "error": tool_errors(),
            "state": verbatims(),
            "synthetic": names(),
        },
    )
    return mostly(st.builds(ToolResult, said, row_ids(), answers), full)


@cache
def messages(*, surrogates: bool = False) -> st.SearchStrategy[Message]:
    """Generate messages of the four kinds, calls and results more often."""
    results = tool_results(surrogates=surrogates)
    return st.one_of(
        users(surrogates=surrogates),
        assistants(surrogates=surrogates),
        results,
        as_one(results),
        systems(surrogates=surrogates),
    )
