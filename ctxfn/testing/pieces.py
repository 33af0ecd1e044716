"""Strategies for what messages are made of: parts, calls, reasoning, marks, origins."""

from __future__ import annotations

from functools import cache
from typing import Final

from hypothesis import strategies as st

from ctxfn.messages import (
    NOWHERE,
    Anchor,
    Audio,
    Block,
    Call,
    ContextSelection,
    Executed,
    File,
    Image,
    Instruction,
    Mark,
    Mention,
    Opaque,
    Origin,
    PageSelection,
    Part,
    Reaction,
    Reasoning,
    Refusal,
    RetryOf,
    Text,
    ToolError,
    ToolName,
    ToolSnapshot,
    Usage,
    Video,
)
from ctxfn.testing.sparse import mostly, seldom, sparsely
from ctxfn.testing.texts import extras, names, texts, verbatims

__all__ = [
    "CALL_IDS",
    "ROW_IDS",
    "arguments",
    "blocks",
    "call_ids",
    "calls",
    "marks",
    "origins",
    "parts",
    "reasoning",
    "row_ids",
    "tool_errors",
    "tools",
    "usages",
]

#: Few, so that calls and results meet, and meet twice.
CALL_IDS: Final = ("c1", "c2", "c3")
ROW_IDS: Final = ("m1", "m2", "m3", "m4")

_URLS: Final = ("https://example.org/a.png", "data:image/png;base64,iVBORw0KGgo=", "blob:x")
#: Injectors, and slots that make a message of their own.
_MAKERS: Final = ("date", "todo_list", "preamble", "tail", "system")
_MEDIA_TYPES: Final = ("image/png", "audio/wav", "application/pdf", "video/mp4", "a b")


def call_ids() -> st.SearchStrategy[str]:
    """Generate one of three ids of calls."""
    return st.sampled_from(CALL_IDS)


def row_ids() -> st.SearchStrategy[str | None]:
    """Generate one of four ids of messages, or none."""
    return st.sampled_from((None, *ROW_IDS))


@cache
def parts(*, media: bool = True, surrogates: bool = False) -> st.SearchStrategy[Part]:
    """Generate parts of every kind; without `media`, words and refusals only."""
    said = texts(surrogates=surrogates)
    kept = {"extras": extras()}
    words: list[st.SearchStrategy[Part]] = [
        said.map(Text),
        sparsely(Text, {"text": said}, {"signature": names(), **kept}),
        sparsely(Refusal, {"text": said}, kept),
    ]
    return st.one_of(*words, *(_media() if media else ()))


def _media() -> tuple[st.SearchStrategy[Part], ...]:
    always = {"url": st.sampled_from((*_URLS, None)), "attached": st.booleans()}
    address = {
        "data": st.sampled_from(("aGk=", "", "no base64")),
        "file_id": names(),
        "media_type": st.sampled_from(_MEDIA_TYPES),
        "id": names(),
        "name": names(),
    }
    size = st.integers(0, 2**40)
    shown = {"detail": st.sampled_from(("low", "high", "auto")), "signature": names()}
    return (
        sparsely(Image, always, {**address, **shown}),
        sparsely(Video, always, {**address, "size": size}),
        sparsely(Audio, always, address),
        sparsely(File, always, {**address, "size": size, "text": texts()}),
        st.builds(Opaque, st.sampled_from(("openai_chat", "gemini")), verbatims()),
    )


@cache
def tools() -> st.SearchStrategy[ToolName | str]:
    """Generate names of tools: our own, and as they stand on the wire."""
    own = st.builds(ToolName, names(), names(), st.sampled_from(("builtin", "plugin", "mcp")))
    return st.one_of(st.sampled_from(("search", "read____file", "a.b", "")), own)


@cache
def arguments(*, well_formed: bool = False) -> st.SearchStrategy[str]:
    """Generate the JSON text of arguments, or what models write in its place."""
    good = ("{}", '{"q": "a"}', '{"q": "{{user}}", "n": 1.5}', '{"日": [null, true]}')
    bad = ("", "{", '{"q": "a', "null", "[1]", '"text"', "{'q': 1}", '{"a": NaN}', '{"q": 1}{}')
    return st.sampled_from(good if well_formed else good + bad)


@cache
def calls(*, well_formed: bool = False) -> st.SearchStrategy[Call]:
    """Generate calls; the ids are of three."""
    if well_formed:
        return st.builds(
            Call, call_ids(), st.sampled_from(("search", "read")), arguments(well_formed=True)
        )
    kinds = st.sampled_from(("function", "function", "custom", "function_call"))
    full = sparsely(
        Call,
        {"id": call_ids(), "tool": tools(), "arguments": arguments(), "kind": kinds},
        {"signature": names(), "extras": extras()},
    )
    plain = st.builds(Call, call_ids(), st.sampled_from(("search", "read")), arguments())
    return mostly(plain, full)


@cache
def reasoning() -> st.SearchStrategy[Reasoning]:
    """Generate reasoning: readable, signed, sealed, empty."""
    some = names()
    rare = {"signature": some, "sealed": some, "model": some, "extras": extras()}
    return sparsely(Reasoning, {"text": texts()}, rare)


@cache
def usages() -> st.SearchStrategy[Usage]:
    """Generate usage, as providers report it."""
    tokens = seldom(st.integers(0, 10**6))
    return st.builds(Usage, tokens, tokens, seldom(verbatims()))


@cache
def tool_errors() -> st.SearchStrategy[ToolError]:
    """Generate the reasons why a tool failed."""
    return st.builds(ToolError, texts(), seldom(names()), seldom(verbatims()))


@cache
def blocks() -> st.SearchStrategy[Block]:
    """Generate blocks that an application injected."""
    return st.builds(
        Block, st.sampled_from(("date", "todo_list", "memory")), texts(), seldom(names())
    )


@cache
def marks() -> st.SearchStrategy[Mark]:
    """Generate marks of every kind."""
    some, counts = names(), st.integers(0, 9)
    lines = {"start_line": counts, "end_line": counts}
    page = {"id": some, "page_id": some, **lines}
    context: dict[str, st.SearchStrategy[str]] = dict.fromkeys(
        ("source", "title", "file_path", "language", "xml", "side"), some
    )
    context["working_directory"] = some
    content = {"content": texts()}
    users = st.lists(names(), max_size=2).map(tuple)
    return st.one_of(
        st.builds(Reaction, st.sampled_from(("+", "👍", "<b>")), seldom(counts), users),
        st.builds(Instruction, texts()),
        sparsely(PageSelection, {**content, "xml": texts()}, page),
        sparsely(ContextSelection, content, {**page, **context}),
        st.builds(ToolSnapshot, verbatims()),
        sparsely(Mention, {"id": some}, {"name": some, "kind": some}),
        st.builds(Executed, texts()),
        st.builds(Anchor, st.sampled_from(("council", "compare"))),
        st.builds(RetryOf, st.sampled_from(ROW_IDS)),
    )


@cache
def origins(*, ours: bool = True) -> st.SearchStrategy[Origin]:
    """Generate origins; `ours`: some of messages that steps made.

    Times are never NaN: a record that holds one does not equal its own copy.
    """
    row, maker = st.sampled_from(ROW_IDS), st.sampled_from(_MAKERS)
    times = st.one_of(st.integers(0, 2**42), st.floats(0, 1e13))
    told = ("avatar", "thread", "topic", "group", "target", "model", "provider")
    rest: dict[str, st.SearchStrategy[object]] = dict.fromkeys(told, names())
    made = {"ours": maker} if ours else {}
    spoke = {"agent": names(), "agent_name": names(), "created_ms": times}
    return st.one_of(
        st.just(NOWHERE),
        sparsely(Origin, {"parent": row_ids()}, spoke),
        *((maker.map(_ours),) if ours else ()),
        sparsely(Origin, {}, {"parent": row, **rest, "updated_ms": times, **made}),
    )


def _ours(maker: str) -> Origin:
    return Origin(ours=maker)
