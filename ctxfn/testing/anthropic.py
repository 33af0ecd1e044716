"""Strategies for Anthropic requests as JSON: as the API takes them, and as stores send them."""

from __future__ import annotations

import json
from functools import cache
from typing import Final, TypeAlias

from hypothesis import strategies as st

from ctxfn.testing.damaged import damaged_rows
from ctxfn.testing.dirt import JUNK
from ctxfn.testing.pieces import arguments
from ctxfn.testing.plans import Beat, plans
from ctxfn.testing.sparse import mostly, seldom
from ctxfn.testing.texts import names, texts

__all__ = ["anthropic_requests"]

Row: TypeAlias = dict[str, object]

_CACHED: Final[Row] = {"cache_control": {"type": "ephemeral"}}
_NAMES: Final = st.sampled_from(("search", "read"))
_SOURCES: Final = (
    {"type": "base64", "media_type": "image/png", "data": "iVBORw0KGgo="},
    {"type": "url", "url": "https://example.org/a.png"},
    {"type": "file", "file_id": "file_1"},
)
_DOCUMENTS: Final = (
    {"type": "base64", "media_type": "application/pdf", "data": "JVBERg=="},
    {"type": "text", "media_type": "text/plain", "data": "Words."},
    {"type": "content", "content": [{"type": "text", "text": "Words."}]},
    {"type": "url", "url": "https://example.org/a.pdf"},
)
_SEARCH: Final = (
    {"type": "server_tool_use", "id": "srv1", "name": "web_search", "input": {"query": "a"}},
    {"type": "web_search_tool_result", "tool_use_id": "srv1", "content": []},
)
_TOOLS: Final = (
    {"name": "search", "description": "Find.", "input_schema": {"type": "object"}},
    {"name": "read", "input_schema": {"type": "object", "properties": {}}, **_CACHED},
    {"type": "web_search_20250305", "name": "web_search", "max_uses": 2},
    {"type": "custom", "name": "now", "input_schema": {"type": "object"}, "strict": True},
)

#: What is drawn again and again, built once, since building a strategy costs most.
_OFFERED: Final = seldom(st.lists(st.sampled_from(_TOOLS), max_size=2))
_ARGUMENTS: Final = arguments(well_formed=True)
_HALF: Final = st.booleans()
_ONE_IN_FOUR: Final = st.sampled_from((False, False, False, True))
_TENTHS: Final = st.integers(0, 9)
_FAILED: Final = st.sampled_from((None, None, True, False))
_THOUGHTS: Final = st.lists(
    st.sampled_from(
        (
            {"type": "thinking", "thinking": "So.", "signature": "c2ln"},
            {"type": "redacted_thinking", "data": "c2VhbA=="},
        )
    ),
    max_size=1,
)


def anthropic_requests(
    *, well_formed: bool = False, surrogates: bool = False, turns: int = 4
) -> st.SearchStrategy[dict[str, object]]:
    """Generate bodies of Anthropic requests, fresh dicts; by default clean and dirty ones alike.

    Contract:
        `well_formed`: each call is answered right behind its message, the results of a turn in
        one message and in front of what is said beside them; no empty words. Else messages may
        be damaged in every way of `damaged_rows`, and system, tools and settings of any type.

    Complexity: about three milliseconds each.
    """
    clean = _requests(_histories(plans(turns=turns), surrogates))
    if well_formed:
        return clean
    return st.one_of(clean, clean.flatmap(_damaged), clean.flatmap(_spoiled))


@st.composite
def _histories(
    draw: st.DrawFn, plan: st.SearchStrategy[tuple[Beat, ...]], surrogates: bool
) -> tuple[object, list[object]]:
    said = texts(blank=False, surrogates=surrogates)
    system: object = None
    rows: list[object] = []
    waiting: list[object] = []
    for beat in draw(plan):
        if beat.who == "result":
            waiting.append(_result(beat, draw, said))
            continue
        if beat.who == "user":
            rows.append(_user(waiting, draw, said))
        elif waiting:
            rows.append({"role": "user", "content": waiting})
        waiting = []
        if beat.who == "assistant":
            rows.append({"role": "assistant", "content": _answer(beat, draw, said)})
        elif beat.who == "system":
            system = draw(_words(said))
    if waiting:
        rows.append({"role": "user", "content": waiting})
    return system, rows


def _user(waiting: list[object], draw: st.DrawFn, said: st.SearchStrategy[str]) -> Row:
    several = bool(waiting) or draw(_HALF)
    content: list[Row] | str = draw(_beside(said)) if several else draw(said)
    row: Row = {"role": "user", "content": [*waiting, *content] if waiting else content}
    return row if draw(_HALF) else dict(reversed(row.items()))


def _result(beat: Beat, draw: st.DrawFn, said: st.SearchStrategy[str]) -> Row:
    row: Row = {"type": "tool_result", "tool_use_id": beat.answers}
    content = draw(_found(said))
    if content is not ...:
        row["content"] = content
    failed = draw(_FAILED)
    return row if failed is None else {**row, "is_error": failed}


def _answer(beat: Beat, draw: st.DrawFn, said: st.SearchStrategy[str]) -> object:
    if not beat.calls:
        searched = draw(_ONE_IN_FOUR)
        return [*_fresh(_SEARCH), draw(_text(said))] if searched else draw(_words(said))
    blocks: list[object] = [*_fresh(draw(_THOUGHTS))]
    if draw(_HALF):
        blocks.append(draw(_text(said)))
    return blocks + [_call(one, draw) for one in beat.calls]


def _call(id: str, draw: st.DrawFn) -> Row:
    given = json.loads(draw(_ARGUMENTS))
    row: Row = {"type": "tool_use", "id": id, "name": draw(_NAMES), "input": given}
    return {**row, **_fresh([_CACHED])[0]} if draw(_TENTHS) == 9 else row


@st.composite
def _texts(draw: st.DrawFn, said: st.SearchStrategy[str]) -> Row:
    row: Row = {"type": "text", "text": draw(said)}
    return {**row, **_fresh([_CACHED])[0]} if draw(_ONE_IN_FOUR) else row


@cache
def _text(said: st.SearchStrategy[str]) -> st.SearchStrategy[Row]:
    return _texts(said)


@cache
def _words(said: st.SearchStrategy[str]) -> st.SearchStrategy[object]:
    """Generate words as the API takes them: a text, or one or two blocks of it."""
    return st.one_of(said, st.lists(_text(said), min_size=1, max_size=2))


@cache
def _beside(said: st.SearchStrategy[str]) -> st.SearchStrategy[list[Row]]:
    return st.lists(_parts(said), min_size=1, max_size=2)


@cache
def _found(said: st.SearchStrategy[str]) -> st.SearchStrategy[object]:
    return st.one_of(said, st.lists(_parts(said), max_size=2), st.just(...))


@cache
def _parts(said: st.SearchStrategy[str]) -> st.SearchStrategy[Row]:
    image = st.sampled_from(_SOURCES).map(lambda one: {"type": "image", "source": dict(one)})
    document = st.tuples(st.sampled_from(_DOCUMENTS), seldom(names())).map(
        lambda one: {"type": "document", "source": _fresh([one[0]])[0], "title": one[1]}
    )
    return mostly(_text(said), st.one_of(_text(said), image, document))


def _fresh(rows: object) -> list[Row]:
    copied: list[Row] = json.loads(json.dumps(rows))
    return copied


@cache
def _settings() -> st.SearchStrategy[Row]:
    return st.fixed_dictionaries(
        {"model": st.just("claude-sonnet-4-5"), "max_tokens": st.just(1024)},
        optional={
            "tool_choice": st.just("auto").map(lambda kind: {"type": kind}),
            "stop_sequences": st.lists(names(), max_size=1),
            "x_unknown": names(),
        },
    )


@st.composite
def _requests(draw: st.DrawFn, histories: st.SearchStrategy[tuple[object, list[object]]]) -> Row:
    system, rows = draw(histories)
    body = draw(_settings())
    if system is not None:
        body["system"] = system
    body["messages"] = rows
    tools = draw(_OFFERED)
    return body if tools is None else {**body, "tools": _fresh(tools)}


def _damaged(body: Row) -> st.SearchStrategy[Row]:
    rows = body["messages"]
    assert isinstance(rows, list)
    return damaged_rows(rows).map(lambda done: {**body, "messages": done[0]})


@st.composite
def _spoiled(draw: st.DrawFn, body: Row) -> Row:
    key = draw(st.sampled_from(("messages", "tools", "system", "model", "tool_choice")))
    return {**body, key: draw(st.sampled_from(JUNK))}
