"""Strategies for single messages, each kind as free as its type allows."""

from __future__ import annotations

from functools import cache
from typing import TypeVar

from hypothesis import strategies as st

from ctxfn.messages import (
    NOWHERE,
    Assistant,
    Block,
    Mark,
    Message,
    Origin,
    Part,
    System,
    ToolResult,
    User,
)
from ctxfn.testing.pieces import (
    blocks,
    call_ids,
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
from ctxfn.testing.texts import extras, names, seldom, verbatims

__all__ = ["aside", "assistants", "content", "messages", "systems", "tool_results", "users"]

T = TypeVar("T")


def few(one: st.SearchStrategy[T], most: int = 2) -> st.SearchStrategy[tuple[T, ...]]:
    """Generate none, mostly, or some of *one*."""
    nothing: st.SearchStrategy[tuple[T, ...]] = st.just(())
    return st.one_of(nothing, nothing, nothing, st.lists(one, max_size=most).map(tuple))


@cache
def content(*, surrogates: bool = False) -> st.SearchStrategy[tuple[Part, ...]]:
    """Generate the parts of a message: none, one text, or a few of any kind."""
    words = parts(media=False, surrogates=surrogates)
    return st.one_of(
        st.tuples(words),
        st.tuples(words),
        st.lists(parts(surrogates=surrogates), max_size=3).map(tuple),
    )


@cache
def aside() -> dict[str, st.SearchStrategy[object]]:
    """Give the strategies for the fields that every node has beside its content."""
    block: st.SearchStrategy[tuple[Block, ...]] = few(
        st.lists(blocks(), max_size=2, unique_by=lambda block: block.name).map(tuple), 1
    ).map(lambda nested: nested[0] if nested else ())
    mark: st.SearchStrategy[tuple[Mark, ...]] = few(marks())
    origin: st.SearchStrategy[Origin] = st.one_of(st.just(NOWHERE), origins())
    kept = st.one_of(st.just(()), st.just(()), st.just(()), extras())
    return {"id": row_ids(), "blocks": block, "marks": mark, "origin": origin, "extras": kept}


@cache
def systems(*, surrogates: bool = False) -> st.SearchStrategy[System]:
    """Generate system messages."""
    return st.builds(
        System,
        content(surrogates=surrogates),
        name=seldom(names()),
        developer=st.booleans(),
        **aside(),
    )


@cache
def users(*, surrogates: bool = False) -> st.SearchStrategy[User]:
    """Generate user messages."""
    return st.builds(User, content(surrogates=surrogates), name=seldom(names()), **aside())


@cache
def assistants(*, surrogates: bool = False) -> st.SearchStrategy[Assistant]:
    """Generate assistant messages, with calls of three ids, often the same one twice."""
    return st.builds(
        Assistant,
        content(surrogates=surrogates),
        calls=st.one_of(st.just(()), st.lists(calls(), max_size=3).map(tuple)),
        reasoning=few(reasoning()),
        usage=seldom(usages()),
        name=seldom(names()),
        **aside(),
    )


@cache
def tool_results(*, surrogates: bool = False) -> st.SearchStrategy[ToolResult]:
    """Generate tool results; the ids of their calls are of three, or empty."""
    return st.builds(
        ToolResult,
        content(surrogates=surrogates),
        call_id=st.one_of(call_ids(), call_ids(), call_ids(), st.sampled_from(("", "nobody's"))),
        tool=seldom(tools()),
        error=seldom(tool_errors()),
        state=seldom(verbatims()),
        synthetic=seldom(names()),
        kind=st.sampled_from(("function", "function", "custom", "function_call")),
        **aside(),
    )


@cache
def messages(*, surrogates: bool = False) -> st.SearchStrategy[Message]:
    """Generate messages of the four kinds, calls and results more often."""
    return st.one_of(
        users(surrogates=surrogates),
        assistants(surrogates=surrogates),
        tool_results(surrogates=surrogates),
        tool_results(surrogates=surrogates),
        systems(surrogates=surrogates),
    )
