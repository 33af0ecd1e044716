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
from ctxfn.testing.texts import as_one, extras, names, seldom, verbatims

__all__ = [
    "aside",
    "assistants",
    "content",
    "few",
    "messages",
    "mostly",
    "systems",
    "tool_results",
    "users",
]

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
    kept = few(extras(), 1).map(lambda nested: nested[0] if nested else ())
    return {"id": row_ids(), "blocks": block, "marks": mark, "origin": origin, "extras": kept}


def mostly(plain: st.SearchStrategy[T], full: st.SearchStrategy[T]) -> st.SearchStrategy[T]:
    """Generate what has few fields three times as often as what may have all: draws are dear."""
    return st.one_of(plain, plain, plain, full)


@cache
def systems(*, surrogates: bool = False) -> st.SearchStrategy[System]:
    """Generate system messages."""
    said = content(surrogates=surrogates)
    full = st.builds(System, said, name=seldom(names()), developer=st.booleans(), **aside())
    return mostly(st.builds(System, said, row_ids()), full)


@cache
def users(*, surrogates: bool = False) -> st.SearchStrategy[User]:
    """Generate user messages."""
    said = content(surrogates=surrogates)
    full = st.builds(User, said, name=seldom(names()), **aside())
    return mostly(st.builds(User, said, row_ids()), full)


@cache
def assistants(*, surrogates: bool = False) -> st.SearchStrategy[Assistant]:
    """Generate assistant messages, with calls of three ids, often the same one twice."""
    said = content(surrogates=surrogates)
    asked = st.one_of(st.just(()), st.lists(calls(), max_size=3).map(tuple))
    full = st.builds(
        Assistant,
        said,
        calls=asked,
        reasoning=few(reasoning()),
        usage=seldom(usages()),
        name=seldom(names()),
        **aside(),
    )
    return mostly(st.builds(Assistant, said, row_ids(), asked), full)


@cache
def tool_results(*, surrogates: bool = False) -> st.SearchStrategy[ToolResult]:
    """Generate tool results; the ids of their calls are of three, or empty, or nobody's."""
    said = content(surrogates=surrogates)
    answers = st.sampled_from((*CALL_IDS, *CALL_IDS, *CALL_IDS, "", "nobody's"))
    full = st.builds(
        ToolResult,
        said,
        call_id=answers,
        tool=seldom(tools()),
        error=seldom(tool_errors()),
        state=seldom(verbatims()),
        synthetic=seldom(names()),
        kind=st.sampled_from(("function", "function", "custom", "function_call")),
        **aside(),
    )
    return mostly(st.builds(ToolResult, said, row_ids(), answers), full)


@cache
def messages(*, surrogates: bool = False) -> st.SearchStrategy[Message]:
    """Generate messages of the four kinds, calls and results more often."""
    results = as_one(tool_results(surrogates=surrogates))
    return st.one_of(
        as_one(users(surrogates=surrogates)),
        as_one(assistants(surrogates=surrogates)),
        results,
        results,
        as_one(systems(surrogates=surrogates)),
    )
