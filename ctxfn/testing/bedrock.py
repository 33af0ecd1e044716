"""Strategies for requests of Bedrock's Converse API as JSON: as it takes them, and as stores send them."""

from __future__ import annotations

import json
from functools import cache
from typing import Final, TypeAlias

from hypothesis import strategies as st

from ctxfn.testing.damaged import damaged_rows
from ctxfn.testing.dirt import JUNK
from ctxfn.testing.pieces import arguments
from ctxfn.testing.plans import Beat, plans
from ctxfn.testing.sparse import seldom
from ctxfn.testing.texts import names, texts

__all__ = ["bedrock_requests"]

Row: TypeAlias = dict[str, object]

_MARKER: Final[Row] = {"cachePoint": {"type": "default"}}
_BUCKET: Final[Row] = {"s3Location": {"bucketOwner": "111122223333", "uri": "s3://box/a.png"}}
_PICTURES: Final[tuple[Row, ...]] = (
    {"image": {"format": "png", "source": {"bytes": "iVBORw0KGgo="}}},
    {"image": {"source": {"bytes": "/9j/4AAQ"}, "format": "jpeg"}},
    {"image": {"format": "png", "source": _BUCKET}},
)
_DOCUMENTS: Final[tuple[Row, ...]] = (
    {"document": {"format": "pdf", "name": "plan", "source": {"bytes": "JVBERg=="}}},
    {"document": {"name": "notes", "format": "txt", "source": {"text": "Words."}}},
    {"document": {"name": "pages", "source": {"content": [{"text": "Words."}]}}},
    {
        "document": {
            "format": "md",
            "name": "cited",
            "source": {"bytes": "IyBB"},
            "citations": {"enabled": True},
        }
    },
)
_OTHERS: Final = (
    {"video": {"format": "three_gp", "source": {"bytes": "AAAA"}}},
    {"guardContent": {"text": {"text": "Is it safe?", "qualifiers": ["query"]}}},
    {"guardContent": {"text": {"text": "Is it?"}}},
    {"searchResult": {"source": "a", "title": "b", "content": [{"text": "c"}]}},
)
_CITED: Final[Row] = {
    "citationsContent": {"content": [{"text": "So it says."}], "citations": [{"title": "plan"}]}
}
_THOUGHTS: Final = (
    {"reasoningContent": {"reasoningText": {"text": "So.", "signature": "c2ln"}}},
    {"reasoningContent": {"reasoningText": {"signature": "c2ln", "text": ""}}},
    {"reasoningContent": {"redactedContent": "c2VhbA=="}},
)
_SERVED: Final = (
    {"toolUse": {"toolUseId": "s1", "name": "ground", "input": {}, "type": "server_tool_use"}},
    {"toolResult": {"toolUseId": "s1", "content": [{"text": "found"}], "type": "ground_result"}},
)
_SPEC: Final[Row] = {"name": "search", "inputSchema": {"json": {"type": "object"}}}
_TOOLS: Final = (
    {"toolSpec": {**_SPEC, "description": "Find."}},
    {"toolSpec": {"description": "Read.", "strict": True, **_SPEC, "name": "read"}},
    {"systemTool": {"name": "ground"}},
    _MARKER,
)
_NAMES: Final = st.sampled_from(("search", "read"))

#: What is drawn again and again, built once, since building a strategy costs most.
_OFFERED: Final = seldom(st.lists(st.sampled_from(_TOOLS), min_size=1, max_size=3))
_ARGUMENTS: Final = arguments(well_formed=True)
_HALF: Final = st.booleans()
_ONE_IN_FOUR: Final = st.sampled_from((False, False, False, True))
_STATUS: Final = st.sampled_from((None, "success", "error"))
_THINKING: Final = st.lists(st.sampled_from(_THOUGHTS), max_size=1)


def bedrock_requests(
    *, well_formed: bool = False, surrogates: bool = False, turns: int = 4
) -> st.SearchStrategy[dict[str, object]]:
    """Generate bodies of Converse requests, fresh dicts; by default clean and dirty ones alike.

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
            rows.append(_message("user", [*waiting, *_blocks(draw, said)], draw))
        elif waiting:
            rows.append(_message("user", waiting, draw))
        waiting = []
        if beat.who == "assistant":
            rows.append(_message("assistant", _answer(beat, draw, said), draw))
        elif beat.who == "system":
            system = _flat(draw(_listed(said, 0)))
    if waiting:
        rows.append(_message("user", waiting, draw))
    return system, rows


def _message(role: str, content: list[object], draw: st.DrawFn) -> Row:
    row: Row = {"role": role, "content": content}
    return row if draw(_HALF) else dict(reversed(row.items()))


def _result(beat: Beat, draw: st.DrawFn, said: st.SearchStrategy[str]) -> Row:
    row: Row = {"toolUseId": beat.answers, "content": _fresh(draw(_held(said)))}
    status = draw(_STATUS)
    return {"toolResult": row if status is None else {**row, "status": status}}


def _answer(beat: Beat, draw: st.DrawFn, said: st.SearchStrategy[str]) -> list[object]:
    if not beat.calls:
        served = draw(_ONE_IN_FOUR)
        rows = [*_SERVED, _CITED] if served else _flat(draw(_listed(said, 1)))
        return [*_fresh(rows)]
    blocks: list[object] = [*_fresh(draw(_THINKING))]
    if draw(_HALF):
        blocks.append({"text": draw(said)})
    return blocks + [_call(one, draw) for one in beat.calls]


def _call(id: str, draw: st.DrawFn) -> Row:
    given = json.loads(draw(_ARGUMENTS))
    return {"toolUse": {"toolUseId": id, "name": draw(_NAMES), "input": given}}


@st.composite
def _with_points(draw: st.DrawFn, said: st.SearchStrategy[str]) -> list[Row]:
    row: Row = {"text": draw(said)}
    return [row, *_fresh([_MARKER])] if draw(_ONE_IN_FOUR) else [row]


@cache
def _texts(said: st.SearchStrategy[str]) -> st.SearchStrategy[list[Row]]:
    """Generate a text, alone or with a point for the cache behind it."""
    return _with_points(said)


@cache
def _listed(said: st.SearchStrategy[str], least: int) -> st.SearchStrategy[list[list[Row]]]:
    return st.lists(_texts(said), min_size=least, max_size=2)


@cache
def _held(said: st.SearchStrategy[str]) -> st.SearchStrategy[list[Row]]:
    words: st.SearchStrategy[Row] = said.map(lambda text: {"text": text})
    answer: Row = {"json": {"found": [1, None]}}
    media = st.sampled_from((answer, *_PICTURES, *_DOCUMENTS))
    return st.lists(st.one_of(words, media), max_size=2)


@cache
def _groups(said: st.SearchStrategy[str]) -> st.SearchStrategy[list[list[Row]]]:
    media = st.sampled_from((*_PICTURES, *_DOCUMENTS, *_OTHERS)).map(lambda one: _fresh([one]))
    return st.lists(st.one_of(_texts(said), media), max_size=2)


def _blocks(draw: st.DrawFn, said: st.SearchStrategy[str]) -> list[Row]:
    return _flat([draw(_texts(said)), *draw(_groups(said))])


def _flat(groups: list[list[Row]]) -> list[Row]:
    return [row for group in groups for row in group]


def _fresh(rows: object) -> list[Row]:
    copied: list[Row] = json.loads(json.dumps(rows))
    return copied


@cache
def _settings() -> st.SearchStrategy[Row]:
    inference: Row = {"maxTokens": 512, "temperature": 0.5}
    return st.fixed_dictionaries(
        {"modelId": st.just("us.anthropic.claude-sonnet-4-5-20250929-v1:0")},
        optional={
            "inferenceConfig": st.sampled_from((inference, {})).map(dict),
            "additionalModelRequestFields": st.just("top_k").map(lambda key: {key: 5}),
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
    if tools is None:
        return body
    choice: Row = {"toolChoice": {"auto": {}}} if draw(_HALF) else {}
    config: Row = {**_fresh([choice])[0], "tools": _fresh(tools)}
    return {**body, "toolConfig": config}


def _damaged(body: Row) -> st.SearchStrategy[Row]:
    rows = body["messages"]
    assert isinstance(rows, list)
    return damaged_rows(rows).map(lambda done: {**body, "messages": done[0]})


@st.composite
def _spoiled(draw: st.DrawFn, body: Row) -> Row:
    key = draw(st.sampled_from(("messages", "toolConfig", "system", "modelId")))
    return {**body, key: draw(st.sampled_from(JUNK))}
