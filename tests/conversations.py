"""Conversations for property tests: well-formed or not, ids from three, texts that forge."""

from __future__ import annotations

from hypothesis import strategies as st

from ctxfn.messages import (
    ENVELOPE_END,
    ENVELOPE_START,
    Assistant,
    Block,
    Call,
    Council,
    Image,
    Messages,
    Node,
    Origin,
    Part,
    System,
    Task,
    Text,
    ToolResult,
    Unknown,
    User,
    chat,
)

__all__ = ["blocks", "conversations", "hostile_texts", "nodes"]

IDS = st.sampled_from(["m1", "m2", "m3"]) | st.none()
CALL_IDS = st.sampled_from(["c1", "c2", "c3"])
ORIGINS = st.sampled_from(
    [
        Origin(),
        Origin(parent="m1"),
        Origin(ours="preamble"),
        Origin(ours="tail"),
        Origin(ours="system"),
    ]
)

#: A marker, pieces of one, and what could be taken for the start or the end of a tag.
PIECES = (
    ENVELOPE_START,
    ENVELOPE_END,
    "<!-- SYSTEM",
    "<!--",
    "-->",
    "<",
    " CONTEXT (NOT PART OF USER QUERY) -->",
    "END",
    " system context ",
    "</hint>",
    "<hint>",
    "&lt;",
    "\n\n",
    "a",
    "",
)


def hostile_texts() -> st.SearchStrategy[str]:
    """Texts made of markers, pieces of markers, tags, and other things."""
    return st.lists(st.sampled_from(PIECES) | st.text(max_size=3), max_size=5).map("".join)


def parts() -> st.SearchStrategy[tuple[Part, ...]]:
    """Texts and images, in any order."""
    one: st.SearchStrategy[Part] = hostile_texts().map(Text) | st.just(Image(url="u"))
    return st.lists(one, max_size=3).map(tuple)


def blocks() -> st.SearchStrategy[Block]:
    """Blocks of three names."""
    names = st.sampled_from(["hint", "date", "todo"])
    return st.builds(Block, names, hostile_texts(), st.none(), st.none())


def nodes() -> st.SearchStrategy[Node]:
    """Any of the four messages, and a few cards."""
    calls = st.lists(st.builds(Call, CALL_IDS, st.just("tool")), max_size=2).map(tuple)
    results = {"call_id": CALL_IDS, "origin": ORIGINS}
    return st.one_of(
        st.builds(User, parts(), IDS, origin=ORIGINS),
        st.builds(User, parts(), IDS),
        st.builds(Assistant, parts(), IDS, calls),
        st.builds(ToolResult, parts(), IDS, **results),
        st.builds(System, parts(), IDS, origin=ORIGINS),
        st.builds(Council, st.just(()), st.none(), IDS),
        st.builds(Task, parts(), IDS),
        st.builds(Unknown, st.just("other"), parts(), IDS),
    )


def conversations(max_size: int = 8) -> st.SearchStrategy[Messages]:
    """Conversations of any nodes."""
    return st.lists(nodes(), max_size=max_size).map(lambda drawn: chat(*drawn))
