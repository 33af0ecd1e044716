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
from ctxfn.testing.texts import extras, names, seldom, texts, verbatims

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

_NO_EXTRAS: Final = st.one_of(st.just(()), st.just(()), st.just(()))
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
def _seldom_extras() -> st.SearchStrategy[tuple[object, ...]]:
    return st.one_of(_NO_EXTRAS, extras())


@cache
def parts(*, media: bool = True, surrogates: bool = False) -> st.SearchStrategy[Part]:
    """Generate parts of every kind; without `media`, words and refusals only."""
    said = texts(surrogates=surrogates)
    signature, kept = seldom(names()), _seldom_extras()
    words: list[st.SearchStrategy[Part]] = [
        st.builds(Text, said),
        st.builds(Text, said),
        st.builds(Text, said, signature, kept),
        st.builds(Refusal, said, kept),
    ]
    return st.one_of(*words, *(_media() if media else ()))


def _media() -> tuple[st.SearchStrategy[Part], ...]:
    url, data = seldom(st.sampled_from(_URLS)), seldom(st.sampled_from(("aGk=", "", "no base64")))
    kind, name, attached = seldom(st.sampled_from(_MEDIA_TYPES)), seldom(names()), st.booleans()
    address = {
        "url": st.one_of(st.sampled_from(_URLS), url),
        "data": data,
        "file_id": seldom(names()),
        "media_type": kind,
        "id": seldom(names()),
        "name": name,
        "attached": attached,
    }
    size = seldom(st.integers(0, 2**40))
    detail = seldom(st.sampled_from(("low", "high", "auto")))
    return (
        st.builds(Image, **address, detail=detail, signature=name),
        st.builds(Video, **address, size=size),
        st.builds(Audio, **address),
        st.builds(File, **address, size=size, text=seldom(texts())),
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
    full = st.builds(
        Call, call_ids(), tools(), arguments(), seldom(names()), kinds, _seldom_extras()
    )
    plain = st.builds(Call, call_ids(), st.sampled_from(("search", "read")), arguments())
    return st.one_of(plain, plain, plain, full)


@cache
def reasoning() -> st.SearchStrategy[Reasoning]:
    """Generate reasoning: readable, signed, sealed, empty."""
    return st.builds(
        Reasoning, texts(), seldom(names()), seldom(names()), seldom(names()), _seldom_extras()
    )


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
    some = seldom(names())
    counts = seldom(st.integers(0, 9))
    users = st.lists(names(), max_size=2).map(tuple)
    return st.one_of(
        st.builds(Reaction, st.sampled_from(("+", "👍", "<b>")), counts, users),
        st.builds(Instruction, texts()),
        st.builds(PageSelection, some, some, texts(), texts(), counts, counts),
        st.builds(ContextSelection, *[some] * 5, texts(), *[some] * 4, counts, counts),
        st.builds(ToolSnapshot, verbatims()),
        st.builds(Mention, names(), some, some),
        st.builds(Executed, texts()),
        st.builds(Anchor, st.sampled_from(("council", "compare"))),
        st.builds(RetryOf, st.sampled_from(ROW_IDS)),
    )


@cache
def origins(*, ours: bool = True) -> st.SearchStrategy[Origin]:
    """Generate origins; `ours`: some of messages that steps made.

    Times are never NaN: a record that holds one does not equal its own copy.
    """
    some, row = seldom(names()), seldom(st.sampled_from(ROW_IDS))
    times = seldom(st.one_of(st.integers(0, 2**42), st.floats(0, 1e13)))
    return st.one_of(
        st.just(NOWHERE),
        st.builds(Origin, parent=row, agent=some, agent_name=some, created_ms=times),
        *((st.builds(Origin, ours=st.sampled_from(_MAKERS)),) if ours else ()),
        st.builds(
            Origin,
            **dict.fromkeys(("avatar", "thread", "topic", "group", "target"), some),
            **dict.fromkeys(("model", "provider"), some),
            parent=row,
            updated_ms=times,
            ours=seldom(st.sampled_from(_MAKERS)) if ours else st.none(),
        ),
    )
