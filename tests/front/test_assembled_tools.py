"""assemble with the facts of the tools on offer: they are sent, and none where the turn ends."""

from __future__ import annotations

from typing import Any

import pytest

import ctxfn
from ctxfn.context import Note
from ctxfn.facts import Toolset, tool_facts
from ctxfn.messages import ToolName
from ctxfn.pipeline import OptionError
from ctxfn.tools import (
    Activation,
    Declaration,
    Manifest,
    StepDelta,
    ToolFunction,
    ToolSelection,
    operation_tools,
    resolve_tools,
    step_delta,
)

SAID = [{"role": "user", "content": "Rain?"}]
WEATHER = Manifest("weather", (ToolFunction("forecast"),), "mcp")
MAPS = Manifest("maps", (ToolFunction("route"),))
BEGUN = operation_tools(ToolSelection((WEATHER,)), pool=[MAPS])
LOOK: dict[str, Any] = {"type": "function", "function": {"name": "look"}}


def names_in(payload: Any) -> list[str]:
    """Return what is declared."""
    return [tool["function"]["name"] for tool in payload.body.get("tools", ())]


def test_what_is_on_offer_is_sent_by_the_names_that_calls_are_read_by() -> None:
    resolved = resolve_tools(BEGUN, StepDelta((Activation("maps", "mention"),)))
    payload = ctxfn.assemble(SAID, *tool_facts(resolved))

    assert names_in(payload) == list(resolved.names.wires)
    assert names_in(payload) == ["weather____forecast____mcp", "maps____route"]


def test_where_a_turn_ends_no_tool_is_sent_and_the_model_is_told() -> None:
    over = resolve_tools(BEGUN, step_delta(force_finish=True))
    payload = ctxfn.assemble({"messages": SAID, "tools": [LOOK]}, *tool_facts(over))

    assert "tools" not in payload.body
    assert "Call no tools" in str(payload.messages[-1]["content"])


def test_a_toolset_takes_the_place_of_the_bodys_tools_and_is_noted() -> None:
    told = Toolset((Declaration(ToolName("web", "search")),))
    payload = ctxfn.assemble({"messages": SAID, "tools": [LOOK]}, told)
    notes = [note.kind for note in payload.report.notes if isinstance(note, Note)]

    assert names_in(payload) == ["web____search"]
    assert "tools-replaced" in notes
    assert "unread-fact" not in notes


def test_without_a_toolset_the_bodys_tools_stay() -> None:
    assert names_in(ctxfn.assemble({"messages": SAID, "tools": [LOOK]})) == ["look"]
    assert names_in(ctxfn.assemble(SAID, tools=[LOOK])) == ["look"]


def test_tools_are_given_once() -> None:
    with pytest.raises(OptionError, match="the tools to offer once"):
        ctxfn.assemble(SAID, Toolset(), tools=[LOOK])
    with pytest.raises(OptionError, match="the tools to offer once"):
        ctxfn.assemble({"messages": SAID}, Toolset((Declaration("dig"),)), tools=[LOOK])


def test_a_toolset_is_sent_with_whole_characters() -> None:
    told = Toolset((Declaration(ToolName("a", "f"), "ok\ud83d"),))
    payload = ctxfn.assemble(SAID, told)
    kept = payload.report.context.get(Toolset)
    body: dict[str, Any] = payload.body

    assert body["tools"][0]["function"]["description"] == "ok\ufffd"
    assert kept is not None
    assert kept.tools[0].description == "ok\ufffd"


def test_a_toolset_is_sent_in_the_order_that_is_asked_for() -> None:
    told = Toolset((Declaration("b"), Declaration("a")))
    payload = ctxfn.assemble(SAID, told, tool_order="name")

    assert names_in(payload) == ["a", "b"]
    assert payload.report.context.get(Toolset) == Toolset((Declaration("a"), Declaration("b")))
