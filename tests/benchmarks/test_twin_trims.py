"""The twins that shorten what is old, and the steps they stand against, say the same."""

from __future__ import annotations

import copy
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from benchmarks import twins
from benchmarks.subjects import CHAT, OPENAI
from ctxfn import processors
from ctxfn.messages import Messages
from ctxfn.wire import Conversation

Row = dict[str, Any]
Rows = list[Row]

NAMES = st.sampled_from(
    ["web_search", "lobe-web-browsing____search", "lobe-browser____snapshot", "look"]
    + [f"lobe-local-system____{api}" for api in ("readFile", "writeFile", "runCommand")]
)
ARGUMENTS = st.sampled_from(
    [
        "{}",
        '{"path": "a"}',
        '{"path": "a", "loc": [5, 9]}',
        '{"path": "a", "fullContent": true}',
        '{"path": "a", "body": "' + "x" * 200 + '", "n": [1, {"p": "' + "y" * 90 + '"}]}',
    ]
)
SAID = st.sampled_from(["x" * 10, "x" * 1_301, "x" * 2_900])


@st.composite
def turns(draw: st.DrawFn) -> Rows:
    """Generate a question, calls with results, an answer with reasoning."""
    rows: Rows = [{"role": "user", "content": "q"}]
    for _ in range(draw(st.integers(0, 2))):
        call_id = f"c{draw(st.integers(0, 10**9))}"
        function = {"name": draw(NAMES), "arguments": draw(ARGUMENTS)}
        asked: Row = {
            "role": "assistant",
            "content": draw(st.sampled_from(["", "hm", "<|DSML|a>b</|DSML|a> c<|DSML"])),
        }
        asked["tool_calls"] = [{"id": call_id, "type": "function", "function": function}]
        if draw(st.booleans()):
            asked["reasoning_content"] = "so"
        rows += [asked, {"role": "tool", "tool_call_id": call_id, "content": draw(SAID)}]
    if draw(st.booleans()):
        rows.append({"role": "assistant", "content": "a", "reasoning_content": "so"})
    return rows


HISTORIES = st.lists(turns(), max_size=6).map(lambda many: [row for one in many for row in one])


def compacted(messages: Messages, *, cut: int, summary: str) -> Messages:
    """Compact to the message that a card becomes."""
    return processors.compact(messages, cut=cut, summary=summary, write="message")


PAIRS: dict[str, tuple[Callable[..., Messages], Callable[..., None], dict[str, Any]]] = {
    "age": (processors.elide_tool_results, twins.elide_tool_results, {"turns": 1, "every": 2}),
    "count": (
        processors.elide_tool_results,
        twins.elide_tool_results,
        {"turns": None, "keep": 2, "head": 5},
    ),
    "limit": (
        processors.limit_results,
        twins.limit_results,
        {"window": 2_000},
    ),
    "compact": (
        compacted,
        twins.compact,
        {"cut": 5, "summary": "So."},
    ),
    "arguments": (
        processors.shrink_arguments,
        twins.shrink_arguments,
        {"turns": 1, "longer_than": 0, "keep": 0},
    ),
    "leaks": (processors.strip_leaked_calls, twins.strip_leaked_calls, {}),
    "stale": (processors.trim_stale_results, twins.trim_stale_results, {"keep": 2, "at_least": 9}),
    "lines": (processors.filter_web_searches, twins.filter_web_searches, {}),
    "calls": (processors.filter_web_searches, twins.filter_web_searches, {"leave": "nothing"}),
    "thoughts": (processors.drop_old_reasoning, twins.drop_old_reasoning, {"every": 2}),
}


@pytest.mark.parametrize("name", PAIRS)
@given(rows=HISTORIES)
def test_they_agree(name: str, rows: Rows) -> None:
    step, twin, options = PAIRS[name]
    ours = CHAT.encode(Conversation(step(CHAT.decode(rows).messages, **options)), OPENAI).body
    theirs = copy.deepcopy(rows)

    twin(theirs, **options)

    assert spoken(ours) == spoken(theirs)


def spoken(rows: Any) -> Rows:
    """Write no words beside calls in one way: a message that changed has null for them."""
    return [{**row, "content": row["content"] or ""} for row in rows]
