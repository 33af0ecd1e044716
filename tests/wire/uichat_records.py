"""Conversations of records, anything the types allow; some of it no UI row can say."""

from __future__ import annotations

from typing import Any

from attrs import evolve
from hypothesis import strategies as st
from pyrsistent import pvector

from ctxfn.messages import (
    Anchor,
    Assistant,
    AssistantGroup,
    Audio,
    Block,
    Call,
    Column,
    Compare,
    CompressedGroup,
    ContextSelection,
    Council,
    File,
    Image,
    Instruction,
    Mention,
    Messages,
    Node,
    Opaque,
    Origin,
    PageSelection,
    Reaction,
    Reasoning,
    Refusal,
    RetryOf,
    Supervisor,
    System,
    Task,
    TaskCallback,
    Tasks,
    Text,
    ToolError,
    ToolName,
    ToolResult,
    ToolSnapshot,
    Turn,
    Unknown,
    Usage,
    User,
    Verification,
    Video,
    freeze,
)
from tests.wire.uichat_trees import jsons

__all__ = ["conversations", "unwritten"]

WORDS = st.sampled_from(["", "hi", "two words", "é", "\ud800"])
MAYBE = st.none() | WORDS
IDS = st.sampled_from(["m1", "m2", "m3"])
VALUES = jsons().map(freeze)
EXTRAS = st.sampled_from(
    [(), (), (), (("uichat", freeze({"zzz": [1, {"b": 2}]})),), (("other", freeze({"a": 1})),)]
)
NAMES = st.builds(ToolName, WORDS, WORDS, WORDS)
TOOLS = NAMES | WORDS
ATTACHED = st.booleans()
MEDIA: st.SearchStrategy[Any] = st.one_of(
    st.builds(Image, url=MAYBE, id=MAYBE, name=MAYBE, attached=ATTACHED, extras=EXTRAS),
    st.builds(Image, url=WORDS, signature=MAYBE, detail=MAYBE),
    st.builds(Image, data=WORDS, media_type=MAYBE),
    st.builds(Video, url=MAYBE, id=MAYBE, name=MAYBE, attached=ATTACHED, extras=EXTRAS),
    st.builds(Audio, url=MAYBE, id=MAYBE, name=MAYBE, attached=ATTACHED),
    st.builds(Audio, data=WORDS, media_type=st.just("audio/wav")),
    st.builds(File, url=MAYBE, id=MAYBE, name=MAYBE, text=MAYBE, attached=ATTACHED),
    st.builds(File, data=MAYBE, file_id=MAYBE, name=MAYBE),
)
PARTS = st.lists(
    st.one_of(
        st.builds(Text, WORDS),
        st.builds(Text, WORDS, MAYBE, EXTRAS),
        st.builds(Refusal, WORDS, EXTRAS),
        st.builds(Opaque, st.sampled_from(["uichat", "other"]), VALUES),
        MEDIA,
    ),
    max_size=3,
).map(tuple)
SELECTIONS = EXTRAS | st.just((("uichat", freeze({"lineRange": {"column": 3}})),))
CALLS = st.lists(
    st.builds(Call, IDS, TOOLS, WORDS, MAYBE, st.just("function"), EXTRAS), max_size=2
).map(tuple)
REASONING = st.lists(
    st.builds(Reasoning, WORDS, MAYBE, sealed=st.none() | WORDS, extras=EXTRAS), max_size=1
).map(tuple)
COUNTS = st.none() | st.integers(0, 9)
USAGE = st.none() | st.builds(Usage, COUNTS, COUNTS, st.none() | VALUES)
MARKS = st.lists(
    st.one_of(
        st.builds(Reaction, WORDS, COUNTS, st.lists(WORDS, max_size=2).map(tuple)),
        st.builds(Instruction, WORDS),
        st.builds(PageSelection, MAYBE, MAYBE, WORDS, WORDS, COUNTS, COUNTS, EXTRAS),
        st.builds(ContextSelection, *[MAYBE] * 5, WORDS, *[MAYBE] * 4, COUNTS, COUNTS, SELECTIONS),
        st.builds(ToolSnapshot, VALUES),
        st.builds(Mention, WORDS, MAYBE, MAYBE),
        st.builds(Anchor, st.sampled_from(["council", "compare"])),
        st.builds(RetryOf, IDS),
    ),
    max_size=2,
).map(tuple)
ORIGINS = st.builds(
    Origin,
    parent=MAYBE,
    agent=MAYBE,
    avatar=MAYBE,
    created_ms=COUNTS,
    model=MAYBE,
    ours=st.sampled_from([None, None, None, "step"]),
)
BLOCKS = st.sampled_from([(), (), (), (Block("date", "Monday"),)])
BESIDE: dict[str, Any] = {
    "parts": PARTS,
    "id": st.none() | IDS,
    "blocks": BLOCKS,
    "marks": MARKS,
    "origin": ORIGINS,
    "extras": EXTRAS,
}
SPOKEN: dict[str, Any] = {**BESIDE, "calls": CALLS, "reasoning": REASONING, "usage": USAGE}
ERRORS = st.none() | st.builds(ToolError, WORDS, MAYBE, st.none() | VALUES)
RESULTS = st.builds(
    ToolResult,
    call_id=IDS,
    tool=st.none() | TOOLS,
    error=ERRORS,
    state=st.none() | VALUES,
    synthetic=st.sampled_from([None, None, "why"]),
    **BESIDE,
)
SAID = st.builds(Assistant, name=MAYBE, **SPOKEN)


@st.composite
def _answered(draw: st.DrawFn) -> Turn:
    """A step whose results are those of its calls, as a card has them."""
    said = draw(SAID)
    results = tuple(
        ToolResult(draw(PARTS), draw(st.none() | IDS), call.id, call.tool, draw(ERRORS))
        for call in said.calls
        if draw(st.booleans())
    )
    return Turn(said, results)


TURNS = st.lists(_answered() | st.builds(Turn, SAID, st.tuples(RESULTS)), max_size=2).map(tuple)
LEAVES: st.SearchStrategy[Node] = st.one_of(
    st.builds(System, name=MAYBE, developer=st.booleans(), **BESIDE),
    st.builds(User, name=MAYBE, **BESIDE),
    SAID,
    RESULTS,
    st.builds(AssistantGroup, TURNS, **SPOKEN),
    st.builds(Supervisor, TURNS, **SPOKEN),
    st.builds(Task, **SPOKEN),
    st.builds(TaskCallback, identifier=MAYBE, reason=MAYBE, task_id=MAYBE, **BESIDE),
    st.builds(Verification, **BESIDE),
    st.builds(Unknown, st.sampled_from(["novel", "", "user"]), **BESIDE),
)


def _cards(inner: st.SearchStrategy[Node]) -> st.SearchStrategy[Node]:
    nodes = st.lists(inner, max_size=2).map(tuple)
    columns = st.lists(st.builds(Column, nodes, MAYBE, EXTRAS), max_size=2).map(tuple)
    return st.one_of(
        st.builds(Council, nodes, MAYBE, **BESIDE),
        st.builds(Compare, columns, MAYBE, **BESIDE),
        st.builds(Tasks, nodes, st.booleans(), **BESIDE),
        st.builds(CompressedGroup, compressed=nodes, pinned=nodes, **BESIDE),
    )


def conversations() -> st.SearchStrategy[Messages]:
    """Any messages and cards at all."""
    nodes = st.recursive(LEAVES, _cards, max_leaves=3)
    return st.lists(nodes, max_size=3).map(pvector)


def unwritten(node: Node) -> Node:
    """The same node, as if no codec had ever read it."""
    changes: dict[str, Any] = {"written": None}
    for name in ("members", "tasks", "compressed", "pinned"):
        if hasattr(node, name):
            changes[name] = tuple(map(unwritten, getattr(node, name)))
    if isinstance(node, Compare):
        changes["columns"] = tuple(
            evolve(column, nodes=tuple(map(unwritten, column.nodes))) for column in node.columns
        )
    if isinstance(node, AssistantGroup | Supervisor):
        changes["turns"] = tuple(
            evolve(turn, said=evolve(turn.said, written=None)) for turn in node.turns
        )
    return evolve(node, **changes)
