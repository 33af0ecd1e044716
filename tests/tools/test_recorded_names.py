"""Every name in recorded conversations: written, it leads back to its tool."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Final

import pytest

from ctxfn.messages import Call, ToolName, ToolResult
from ctxfn.testing import calls_in
from ctxfn.tools import is_wire_name, name_among, read_name, resolve_calls, split_name, wire_names
from ctxfn.wire import Conversation, codec_named
from tests.front.histories import lines_of

SUITE: Final = Path(__file__).parents[1] / "wire" / "suite"
FILES: Final = sorted(SUITE.glob("*/*.jsonl"))


@cache
def conversations(path: Path) -> tuple[Conversation, ...]:
    """Read all that is recorded in one file."""
    codec = codec_named(path.parent.name)
    rows = lines_of(path)
    return tuple(
        codec.decode(row["request"] if "request" in row else row["messages"]) for row in rows
    )


def named(call: Call) -> ToolName:
    """Return the tool of a call; a name that is not made of two is the application's own."""
    if isinstance(call.tool, ToolName):
        return call.tool
    return split_name(call.tool) or ToolName("own", call.tool)


def test_there_is_something_to_read() -> None:
    calls = [
        call for path in FILES for one in conversations(path) for call in calls_in(one.messages)
    ]

    assert len(calls) > 100


@pytest.mark.parametrize("path", FILES, ids=lambda path: f"{path.parent.name}-{path.stem}")
@pytest.mark.parametrize("limit", [0, 20, 64, 128])
def test_every_name_leads_back_to_its_tool(path: Path, limit: int) -> None:
    for conversation in conversations(path):
        tools = [named(call) for call in calls_in(conversation.messages)]
        offered = wire_names(tools, limit=limit)

        assert [read_name(offered.by_tool[tool], offered) for tool in tools] == tools
        assert all(is_wire_name(wire, limit=limit) for wire in offered.wires)
        assert [read_name(name_among(tool, offered), offered) for tool in tools] == tools


@pytest.mark.parametrize("path", FILES, ids=lambda path: f"{path.parent.name}-{path.stem}")
def test_every_call_resolves_to_what_it_was(path: Path) -> None:
    for conversation in conversations(path):
        calls = calls_in(conversation.messages)
        tools = tuple(dict.fromkeys(map(named, calls)))
        done = resolve_calls(calls, wire_names(tools))
        twice = {tool.api for tool in tools if sum(one.api == tool.api for one in tools) > 1}

        assert all(call.tool in twice for call in (one.call for one in done.unresolved))
        assert [call.tool for call in done.resolved] == [
            named(call) for call in calls if call.tool not in twice
        ]


def test_a_recorded_result_names_the_tool_of_its_call() -> None:
    pairs = [
        (node.tool, call.tool)
        for path in FILES
        for one in conversations(path)
        for node in one.messages
        if isinstance(node, ToolResult) and isinstance(node.tool, ToolName)
        for call in calls_in(one.messages)
        if call.id == node.call_id and isinstance(call.tool, ToolName)
    ]

    assert [
        one for one, other in pairs if (one.identifier, one.api) != (other.identifier, other.api)
    ] == []
