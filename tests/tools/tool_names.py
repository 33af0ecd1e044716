"""Tools with all the names that make trouble."""

from __future__ import annotations

from typing import Final

from hypothesis import strategies as st

from ctxfn.messages import ToolName
from ctxfn.tools.wire_form import HASH_MARK, hash_of

ORDINARY: Final = st.from_regex(r"[a-z][a-z0-9]{0,5}(-[a-z]{1,3})?", fullmatch=True)

ODD: Final = st.one_of(
    st.text("ab_", max_size=12),
    st.text("a_", max_size=4).map("____".join),
    st.text(max_size=8),
    st.text(st.characters(categories=["L", "Cs"]), max_size=8),
    st.sampled_from(["", "a", "a_", "_a", "____", "a____b", "___", "lobe-", "lobe-a", "own-a"]),
    st.sampled_from([HASH_MARK, hash_of("a"), hash_of("a.b"), hash_of("x" * 60), "a.b", "a/b"]),
    st.integers(18, 500).map(lambda length: "x" * length),
    st.text(min_size=40, max_size=70),
)

PARTS: Final = st.one_of(ORDINARY, ODD)

KINDS: Final = st.one_of(st.sampled_from(["builtin", "default", "", "mcp", "a", "x.gk"]), PARTS)

TOOLS: Final = st.builds(ToolName, PARTS, PARTS, KINDS)

ORDINARY_TOOLS: Final = st.builds(ToolName, ORDINARY, ORDINARY, st.sampled_from(["builtin", "mcp"]))

TOOL_SETS: Final = st.lists(TOOLS, max_size=8)

LIMITS: Final = st.one_of(st.just(0), st.just(64), st.integers(20, 130))

NAMESPACES: Final = st.sampled_from(["lobe", "own", "a_"])


def _cut(text: str, first: int, second: int | None) -> ToolName:
    head, rest = text[:first], text[first:].removeprefix("____")
    if second is None:
        return ToolName(head, rest)
    return ToolName(head, rest[:second], rest[second:].removeprefix("____"))


_CUTS: Final = st.tuples(st.integers(0, 9), st.none() | st.integers(0, 6))

RIVALS: Final = st.one_of(
    st.tuples(TOOLS, TOOLS),
    st.builds(
        lambda text, one, other: (_cut(text, *one), _cut(text, *other)),
        st.text("a__", min_size=6, max_size=16),
        _CUTS,
        _CUTS,
    ),
    st.builds(
        lambda part, tool: (
            ToolName(part, tool.api, tool.kind),
            ToolName(hash_of(part), tool.api, tool.kind),
        ),
        ODD,
        TOOLS,
    ),
)
"""Two tools that may be hard to tell apart: one text cut at two places, a part and its hash."""
