"""Strategies: conversations made by programs, much of them within what the format can say."""

from __future__ import annotations

from typing import TypeVar

from attrs import evolve
from hypothesis import strategies as st
from pyrsistent import pvector

from ctxfn.messages import (
    Assistant,
    Audio,
    Block,
    Call,
    Council,
    File,
    Image,
    Instruction,
    Message,
    Node,
    Opaque,
    Origin,
    Part,
    Reasoning,
    Refusal,
    System,
    Text,
    ToolError,
    ToolName,
    ToolResult,
    Unknown,
    Usage,
    User,
    Video,
    freeze,
)
from ctxfn.tools import Declaration, wire_name
from ctxfn.wire import Conversation

__all__ = ["conversations", "in_wire_names"]

T = TypeVar("T")

WORDS = st.sampled_from(["", " ", "hi", "{}", "\ud800"])
IDS = st.sampled_from(["c1", "c2"])
MINE = (("openai_chat", freeze({"cache_control": {"type": "ephemeral"}})),)
OTHERS = (("gemini", freeze({"x": 1})),)


def seldom(strategy: st.SearchStrategy[T], usual: T) -> st.SearchStrategy[T]:
    """Draw *usual* most of the time: one odd field is enough to lose something."""
    return st.integers(0, 11).flatmap(lambda number: strategy if number == 5 else st.just(usual))


TOOLS = st.sampled_from(["search", ToolName("weather-mcp", "forecast", "mcp")])
PARTS: st.SearchStrategy[Part] = st.one_of(
    st.builds(Text, WORDS, seldom(st.just("s"), None), seldom(st.sampled_from([MINE, OTHERS]), ())),
    st.builds(Image, st.just("https://example.org/a.png"), detail=st.sampled_from([None, "low"])),
    seldom(
        st.sampled_from(
            [
                Video("https://example.org/a.mp4"),
                Audio(data="UklG", media_type="audio/wav"),
                Audio(url="https://example.org/a.wav"),
                File(file_id="f1", name="a.pdf"),
                File(url="https://example.org/a.pdf"),
                File(data="JVBE", name="a.pdf", text="words", size=3),
                Image(file_id="f1"),
                Image("https://example.org/a.png", id="i1", attached=True, signature="s"),
                Refusal("no"),
                Opaque("gemini", freeze({})),
                Opaque("openai_chat", freeze({"type": "future"})),
            ]
        ),
        Text("hi"),
    ),
)
SEVERAL = st.lists(PARTS, max_size=2).map(tuple)
KINDS = seldom(st.sampled_from(["custom", "function_call", "future"]), "function")
CALLS = st.builds(
    Call,
    IDS,
    TOOLS,
    WORDS,
    seldom(st.just("s"), None),
    KINDS,
    seldom(st.sampled_from([MINE, OTHERS]), ()),
)
REASONING = st.builds(Reasoning, WORDS, seldom(st.just("s"), None), seldom(st.just("x"), None))
ORIGINS = seldom(
    st.sampled_from([Origin(parent="m1"), Origin(created_ms=5), Origin(ours="date")]), Origin()
)
BLOCKS = seldom(st.just((Block("date", "Monday"),)), ())
MARKS = seldom(st.just((Instruction("do"),)), ())
EXTRAS = seldom(st.sampled_from([MINE, OTHERS]), ())
ROW_IDS = seldom(st.just("m1"), None)
SPEAKERS = seldom(st.just("ann"), None)

MESSAGES: st.SearchStrategy[Message] = st.one_of(
    st.builds(System, SEVERAL, ROW_IDS, SPEAKERS, st.booleans(), BLOCKS, MARKS, ORIGINS, EXTRAS),
    st.builds(User, SEVERAL, ROW_IDS, SPEAKERS, BLOCKS, MARKS, ORIGINS, EXTRAS),
    st.builds(
        Assistant,
        SEVERAL,
        ROW_IDS,
        st.lists(CALLS, max_size=2).map(tuple),
        st.lists(REASONING, max_size=1).map(tuple),
        seldom(st.just(Usage(1, 2)), None),
        SPEAKERS,
        BLOCKS,
        MARKS,
        ORIGINS,
        EXTRAS,
    ),
    st.builds(
        ToolResult,
        SEVERAL,
        ROW_IDS,
        IDS,
        st.none() | TOOLS,
        seldom(st.just(ToolError("late")), None),
        seldom(st.just(freeze({"a": 1})), None),
        seldom(st.just("no result"), None),
        KINDS,
        BLOCKS,
        MARKS,
        ORIGINS,
        EXTRAS,
    ),
)
NODES: st.SearchStrategy[Node] = st.one_of(
    MESSAGES, seldom(st.sampled_from([Council(), Unknown("robot")]), User((Text("hi"),)))
)
DECLARATIONS = st.builds(
    Declaration,
    TOOLS,
    st.none() | WORDS,
    st.none() | st.just(freeze({"type": "object"})),
    st.none() | st.booleans(),
    KINDS,
    EXTRAS,
)

conversations = st.builds(
    Conversation,
    st.lists(NODES, max_size=3).map(pvector),
    st.none() | st.lists(DECLARATIONS, max_size=2).map(tuple),
    st.none() | st.just(freeze({"model": "gpt-4o"})),
)


def spelled(tool: ToolName | str) -> str:
    return wire_name(tool) if isinstance(tool, ToolName) else tool


def as_said(node: Node) -> Node:
    """Write tools by their wire names, and forget what is about our own work."""
    plain = evolve(node, origin=evolve(node.origin, ours=None))
    if isinstance(plain, Assistant):
        calls = tuple(evolve(one, tool=spelled(one.tool)) for one in plain.calls)
        return evolve(plain, calls=calls)
    if isinstance(plain, ToolResult):
        tool = None if plain.tool is None else spelled(plain.tool)
        return evolve(plain, tool=tool, synthetic=None)
    return plain


def in_wire_names(conversation: Conversation) -> Conversation:
    """Say *conversation* as a reader of the format would know it."""
    tools = conversation.tools
    return evolve(
        conversation,
        messages=pvector(as_said(node) for node in conversation.messages),
        tools=None if tools is None else tuple(evolve(t, tool=spelled(t.tool)) for t in tools),
    )
