"""What local tools showed and hooks said: the frozen steps and the twins say the same."""

from __future__ import annotations

import copy
import json
from collections.abc import Callable
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from benchmarks import twins
from ctxfn.injectors import replay_snapshots
from ctxfn.messages import Messages
from ctxfn.processors import render_blocks, tell_tool_hooks
from ctxfn.wire import Conversation, codec_named, profile

Row = dict[str, Any]
Rows = list[Row]

UICHAT = codec_named("uichat")
TEXTS = st.text(st.sampled_from("ab <>&\"'/"), max_size=6)
TOOL = {"identifier": "files", "apiName": "read", "type": "builtin"}


def says(rows: Any) -> list[tuple[object, ...]]:
    return [
        (
            row["role"],
            row.get("content") or "",
            row.get("tool_call_id"),
            [(one["id"], one["arguments"]) for one in row.get("tools") or ()],
        )
        for row in rows
    ]


def frozen(step: Callable[[Messages], Messages], rows: Rows) -> list[tuple[object, ...]]:
    after = step(UICHAT.decode(copy.deepcopy(rows)).messages)
    return says(UICHAT.encode(Conversation(after), profile("openai")).body)


def by_hand(twin: Callable[[Rows], None], rows: Rows) -> list[tuple[object, ...]]:
    line = copy.deepcopy(rows)
    twin(line)
    return says(line)


@st.composite
def hooked(draw: st.DrawFn) -> Rows:
    """Generate calls whose results hooks had a word about."""
    rows: Rows = []
    for number in range(draw(st.integers(0, 4))):
        name, written = f"c{number}", json.dumps({"n": number})
        rows.append(
            {
                "role": "assistant",
                "content": "",
                "tools": [{"id": name, **TOOL, "arguments": written}],
            }
        )
        contexts = draw(
            st.lists(st.fixed_dictionaries({"hookId": TEXTS, "text": TEXTS}), max_size=3)
        )
        row: Row = {"role": "tool", "tool_call_id": name, "content": draw(TEXTS)}
        row["plugin"] = {**TOOL, "arguments": draw(st.sampled_from((written, "{}")))}
        if draw(st.booleans()):
            row["pluginState"] = {"hookPreparation": {"additionalContexts": contexts}}
        rows.append(row)
    return rows


@st.composite
def shown(draw: st.DrawFn) -> Rows:
    """Generate people who show files."""
    rows: Rows = []
    for number in range(draw(st.integers(0, 4))):
        snapshots = [
            {
                "toolCallId": f"c{number}_{which}",
                "snapshotId": "s",
                **TOOL,
                "arguments": {"path": draw(TEXTS)},
                "content": draw(st.none() | TEXTS),
            }
            for which in range(draw(st.integers(0, 2)))
        ]
        metadata = {"localSystemToolSnapshots": snapshots}
        rows.append({"id": f"m{number}", "role": "user", "content": "look", "metadata": metadata})
    return rows


class TestTwin:
    """Each the other's oracle."""

    @given(hooked())
    def test_tell_tool_hooks(self, rows: Rows) -> None:
        ours = frozen(lambda messages: render_blocks(tell_tool_hooks(messages)), rows)

        assert ours == by_hand(twins.tell_tool_hooks, rows)

    @given(shown())
    def test_replay_snapshots(self, rows: Rows) -> None:
        assert frozen(replay_snapshots(), rows) == by_hand(twins.replay_snapshots, rows)
