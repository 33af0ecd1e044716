"""Declarations: what they are read as, and that they come back."""

from __future__ import annotations

import json
from typing import Any

import pytest

from ctxfn.messages import ToolName, chat, freeze
from ctxfn.tools import Declaration
from ctxfn.wire import Conversation, Loss, codec_named, profile

CODEC = codec_named("openai_chat")
CHAT = profile("openai")
EMPTY = freeze({"type": "object", "properties": {}})

TOOLS: list[tuple[dict[str, Any], Declaration]] = [
    (
        {
            "type": "function",
            "function": {
                "name": "t",
                "description": "d",
                "parameters": EMPTY.thaw(),
                "strict": True,
            },
        },
        Declaration("t", "d", EMPTY, True),
    ),
    (
        {"cache_control": {"type": "ephemeral"}, "type": "function", "function": {"name": "t"}},
        Declaration(
            "t", extras=(("openai_chat", freeze({"cache_control": {"type": "ephemeral"}})),)
        ),
    ),
    (
        {"type": "custom", "custom": {"name": "t", "format": {"type": "text"}}},
        Declaration(
            "t",
            kind="custom",
            extras=(("openai_chat", freeze({"custom": {"format": {"type": "text"}}})),),
        ),
    ),
    (
        {"type": "web_search", "depth": 2},
        Declaration(
            "web_search", kind="web_search", extras=(("openai_chat", freeze({"depth": 2})),)
        ),
    ),
    (
        {"function": {"parameters": None, "name": "t"}},
        Declaration("t"),
    ),
]

ODD: list[tuple[object, tuple[Declaration, ...], Loss]] = [
    (5, (), Loss(None, "tools", "found the int 5, left out")),
    ([None], (), Loss(None, "tools[0]", "found null, left out")),
    (
        [{"type": "function", "name": "t"}],
        (Declaration("t", extras=(("openai_chat", freeze({"type": "function"})),)),),
        Loss(None, "tools[0].function", "found null, its keys looked for beside it"),
    ),
    (
        [{"type": "function", "function": {}}],
        (Declaration(""),),
        Loss(None, "tools[0].name", "found null, read as no name"),
    ),
]


class TestExamples:
    """Tool by tool."""

    @pytest.mark.parametrize(("row", "declaration"), TOOLS)
    def test_is_read_as_and_comes_back(self, row: object, declaration: Declaration) -> None:
        body = {"messages": [], "tools": [row]}
        said = CODEC.decode(body)

        assert said.tools == (declaration,)
        assert json.dumps(CODEC.encode(said, CHAT).body) == json.dumps(body)

    def test_the_old_list_of_functions_comes_back_under_its_own_key(self) -> None:
        body = {"functions": [{"parameters": {}, "name": "t"}], "messages": []}
        said = CODEC.decode(body)

        assert said.tools == (Declaration("t", parameters=freeze({}), kind="function_call"),)
        assert json.dumps(CODEC.encode(said, CHAT).body) == json.dumps(body)

    def test_a_tool_of_ours_goes_by_its_wire_name(self) -> None:
        ours = Declaration(ToolName("web", "search"), "Search.", EMPTY)

        assert CODEC.encode(Conversation(chat(), (ours,), freeze({})), CHAT).body == {
            "messages": [],
            "tools": [
                {
                    "type": "function",
                    "function": {
                        "name": "web____search",
                        "description": "Search.",
                        "parameters": {"type": "object", "properties": {}},
                    },
                }
            ],
        }


class TestBadInput:
    """What is odd is read as well as it can be, and told."""

    @pytest.mark.parametrize(("tools", "declarations", "problem"), ODD)
    def test_is_read_and_told(
        self, tools: object, declarations: tuple[Declaration, ...], problem: Loss
    ) -> None:
        said = CODEC.decode({"messages": [], "tools": tools})

        assert said.tools == declarations
        assert said.problems == (problem,)
