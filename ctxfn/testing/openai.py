"""Strategies for OpenAI chat requests as JSON: as the API takes them, and as stores send them."""

from __future__ import annotations

from functools import cache
from typing import Final, TypeAlias

from hypothesis import strategies as st

from ctxfn.testing.damaged import damaged_rows
from ctxfn.testing.dirt import JUNK
from ctxfn.testing.pieces import arguments
from ctxfn.testing.plans import Beat, plans
from ctxfn.testing.sparse import mostly, seldom
from ctxfn.testing.texts import names, texts

__all__ = ["openai_histories", "openai_requests"]

Row: TypeAlias = dict[str, object]

_TOOLS: Final = ("search", "read")
_SYSTEM_ROLES: Final = st.sampled_from(("system", "system", "developer"))
_USER_NAMES: Final = st.sampled_from((None, None, None, "ann", "bob"))
_ASKED: Final = st.tuples(st.sampled_from(_TOOLS), arguments(well_formed=True))
_PICTURES: Final = ("https://example.org/a.png", "data:image/png;base64,iVBORw0KGgo=")


@cache
def openai_histories(
    *, well_formed: bool = False, surrogates: bool = False, turns: int = 4
) -> st.SearchStrategy[list[object]]:
    """Generate lists of OpenAI messages, fresh dicts; by default clean and dirty ones alike.

    Contract:
        `well_formed`: what the API accepts: each call answered right behind its message, no
        empty words. Else some lists are damaged in every way of `damaged_rows`, so a row may
        be anything that JSON or Python's writing of it can hold, NaN included.
    """
    good = _histories(plans(turns=turns), surrogates)
    return good if well_formed else st.one_of(good, good.flatmap(_dirty), good.flatmap(_dirty))


def openai_requests(
    *, well_formed: bool = False, surrogates: bool = False, turns: int = 4
) -> st.SearchStrategy[dict[str, object]]:
    """Generate bodies of OpenAI chat requests, as `openai_histories` does their messages.

    Contract:
        `well_formed`: model, messages, and tools that fit the calls if there are any. Else
        messages, tools and settings may be of any type, or absent.
    """
    clean = _requests(openai_histories(well_formed=True, surrogates=surrogates, turns=turns))
    if well_formed:
        return clean
    dirty = _requests(openai_histories(surrogates=surrogates, turns=turns))
    return st.one_of(clean, dirty, dirty.flatmap(_spoiled))


def _dirty(rows: list[object]) -> st.SearchStrategy[list[object]]:
    return damaged_rows(rows).map(lambda done: done[0])


@st.composite
def _histories(
    draw: st.DrawFn, plan: st.SearchStrategy[tuple[Beat, ...]], surrogates: bool
) -> list[object]:
    return [
        _row(beat, draw(_content(beat.who, bool(beat.calls), surrogates)), draw)
        for beat in draw(plan)
    ]


@cache
def _content(who: str, asked: bool, surrogates: bool) -> st.SearchStrategy[object]:
    """Generate the content of a beat; built once, since building a strategy costs most."""
    said = texts(blank=False, surrogates=surrogates)
    few = st.lists(_text(said), min_size=1, max_size=2)
    plain: st.SearchStrategy[object] = said
    if who == "system":
        return said
    if who == "user":
        return mostly(plain, st.lists(_parts(said), min_size=1, max_size=3))
    return st.one_of(said, st.sampled_from((None, ...))) if asked else mostly(plain, few)


def _row(beat: Beat, content: object, draw: st.DrawFn) -> Row:
    match beat.who:
        case "system":
            return {"role": draw(_SYSTEM_ROLES), "content": content}
        case "user":
            name = draw(_USER_NAMES)
            row: Row = {"role": "user", "content": content}
            return row if name is None else {**row, "name": name}
        case "result":
            return {"role": "tool", "tool_call_id": beat.answers, "content": content}
        case "assistant":
            said = {} if content is ... else {"content": content}
            calls = {"tool_calls": [_call(asked, *draw(_ASKED)) for asked in beat.calls]}
            return {"role": "assistant", **said, **(calls if beat.calls else {})}


def _call(id: str, name: str, arguments: str) -> Row:
    return {"id": id, "type": "function", "function": {"name": name, "arguments": arguments}}


def _text(said: st.SearchStrategy[str]) -> st.SearchStrategy[Row]:
    return said.map(lambda text: {"type": "text", "text": text})


def _parts(said: st.SearchStrategy[str]) -> st.SearchStrategy[Row]:
    picture = st.sampled_from(_PICTURES).map(lambda url: {"url": url})
    detailed = st.sampled_from(_PICTURES).map(lambda url: {"url": url, "detail": "low"})
    sound = st.just({"data": "aGk=", "format": "wav"})
    document = st.sampled_from(({"file_id": "file-1"}, {"file_data": "aGk=", "filename": "a.pdf"}))
    return st.one_of(
        _text(said),
        _text(said),
        st.one_of(picture, detailed).map(lambda one: {"type": "image_url", "image_url": dict(one)}),
        sound.map(lambda one: {"type": "input_audio", "input_audio": dict(one)}),
        document.map(lambda one: {"type": "file", "file": dict(one)}),
    )


@st.composite
def _requests(draw: st.DrawFn, histories: st.SearchStrategy[list[object]]) -> Row:
    rows = draw(histories)
    body: Row = {"model": draw(st.sampled_from(("gpt-4o", "o3", "qwen-max"))), "messages": rows}
    asked = any(isinstance(row, dict) and row.get("tool_calls") for row in rows)
    if asked or draw(st.booleans()):
        body["tools"] = [_declared(name, draw(seldom(texts(blank=False)))) for name in _TOOLS]
    settings = draw(seldom(st.sampled_from(("temperature", "stream", "max_tokens", "x_new"))))
    if settings is not None:
        body[settings] = {"temperature": 0.5, "stream": True, "max_tokens": 99}.get(settings, [{}])
    return body


def _declared(name: str, says: str | None) -> Row:
    parameters: Row = {
        "type": "object",
        "properties": {"q": {"type": "string"}},
        "required": ["q"],
    }
    described = {} if says is None else {"description": says}
    return {"type": "function", "function": {"name": name, **described, "parameters": parameters}}


@st.composite
def _spoiled(draw: st.DrawFn, body: Row) -> Row:
    key = draw(st.sampled_from((*body, "tools", "temperature")))
    if draw(st.booleans()):
        return {name: value for name, value in body.items() if name != key}
    return {**body, key: draw(st.one_of(st.sampled_from(JUNK), st.lists(names(), max_size=2)))}
