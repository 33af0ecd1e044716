"""The same conversation in another format: body, parts of it, and what was lost."""

from __future__ import annotations

import copy
from typing import Any

import pytest

from ctxfn import SystemRole, assemble, convert
from ctxfn.pipeline import OptionError
from ctxfn.wire import UnknownTarget
from tests.front.histories import accepted
from tests.front.openai_judge import judge as openai_judge
from tests.judges.anthropic import judge
from tests.wire.anthropic.suite import ACCEPTED

CHAT: Any = {
    "model": "gpt-4o",
    "max_completion_tokens": 99,
    "stop": "END",
    "n": 2,
    "tool_choice": {"type": "function", "function": {"name": "now"}},
    "parallel_tool_calls": False,
    "messages": [
        {"role": "system", "content": "Be brief."},
        {"role": "user", "content": "What time is it?"},
        {
            "role": "assistant",
            "content": None,
            "tool_calls": [
                {"id": "c1", "type": "function", "function": {"name": "now", "arguments": "{}"}}
            ],
        },
        {"role": "tool", "tool_call_id": "c1", "content": "12:00"},
        {"role": "user", "content": "So?"},
    ],
    "tools": [
        {
            "type": "function",
            "function": {"name": "now", "parameters": {"type": "object", "properties": {}}},
        }
    ],
}


class TestExamples:
    def test_turns_that_could_be_of_any_format_get_parts(self) -> None:
        sent = convert([{"role": "user", "content": "Hi"}], to="gemini")

        assert sent.body == {"contents": [{"role": "user", "parts": [{"text": "Hi"}]}]}

    def test_a_whole_request(self) -> None:
        given = copy.deepcopy(CHAT)
        sent = convert(CHAT, to="anthropic")

        assert sent.body == {
            "model": "gpt-4o",
            "max_tokens": 99,
            "stop_sequences": ["END"],
            "tool_choice": {"type": "tool", "name": "now", "disable_parallel_tool_use": True},
            "system": "Be brief.",
            "messages": [
                {"role": "user", "content": "What time is it?"},
                {
                    "role": "assistant",
                    "content": [{"type": "tool_use", "id": "c1", "name": "now", "input": {}}],
                },
                {
                    "role": "user",
                    "content": [
                        {"type": "tool_result", "tool_use_id": "c1", "content": "12:00"},
                        {"type": "text", "text": "So?"},
                    ],
                },
            ],
            "tools": [{"name": "now", "input_schema": {"type": "object", "properties": {}}}],
        }
        assert [loss.path for loss in sent.losses] == ["n"]
        assert given == CHAT

    def test_and_back(self) -> None:
        back = convert(convert(CHAT, to="anthropic").body, to="openai")

        assert back.messages == CHAT["messages"]
        assert back.tools == CHAT["tools"]
        assert back.body["tool_choice"] == CHAT["tool_choice"]
        assert back.body["stop"] == ["END"]
        assert back.body["parallel_tool_calls"] is False

    def test_parts_of_the_body(self) -> None:
        sent = convert(CHAT["messages"], to="anthropic", tools=CHAT["tools"], model="claude-x")

        assert sent.messages is sent.body["messages"]
        assert sent.tools is sent.body["tools"]
        assert (sent.system, sent.body["model"]) == ("Be brief.", "claude-x")

    def test_system_text_given_apart_is_sent(self) -> None:
        sent = convert([{"role": "user", "content": "Hi"}], to="anthropic", system="Rhyme.")

        assert sent.body == {"system": "Rhyme.", "messages": [{"role": "user", "content": "Hi"}]}

    def test_rows_of_a_chat_ui(self) -> None:
        sent = convert(CHAT["messages"], to="uichat")

        assert [row["role"] for row in sent.messages] == [row["role"] for row in CHAT["messages"]]
        assert convert(sent.messages, to="anthropic", format="uichat").system == "Be brief."

    @pytest.mark.parametrize("to", [None, 5])
    def test_a_target_has_to_be_named(self, to: Any) -> None:
        with pytest.raises(OptionError):
            convert(CHAT, to=to)

    def test_an_unknown_target_is_refused(self) -> None:
        with pytest.raises(UnknownTarget):
            convert(CHAT, to="nobody")


class TestRecorded:
    @pytest.mark.parametrize("body", ACCEPTED)
    def test_anthropic_requests_become_right_chat_requests(self, body: Any) -> None:
        sent = convert(body, to="openai/chat")

        assert openai_judge(sent.messages) == []
        assert [one for one in sent.left if one.severity == "error"] == []

    @pytest.mark.parametrize("body", accepted()[::4])
    def test_chat_requests_become_right_anthropic_requests(self, body: Any) -> None:
        sent = convert(body, to="anthropic")

        assert judge(sent.body, recent=False) == []
        assert [one for one in sent.left if one.severity == "error"] == []


class TestAssemble:
    """What is assembled for the format keeps what only it knows."""

    @pytest.mark.parametrize("body", ACCEPTED[::5])
    def test_a_request_comes_out_as_it_went_in(self, body: Any) -> None:
        assert assemble(body, to="anthropic").body == body

    def test_the_system_text_is_a_part_of_the_payload(self) -> None:
        sent = assemble([{"role": "user", "content": "Hi"}], SystemRole("Rhyme."), to="anthropic")

        assert (sent.system, sent.body["system"]) == ("Rhyme.", "Rhyme.")
