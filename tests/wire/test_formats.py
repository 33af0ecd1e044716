"""Formats: which one a list or a body is in, and why."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given

from ctxfn.messages import InvalidMessages
from ctxfn.wire import codec_names, detect, recognise
from tests.wire.openai_chat.payloads import any_json, bodies

CALL = {"id": "c", "type": "function", "function": {"name": "t", "arguments": "{}"}}


class TestExamples:
    """Format by format."""

    @pytest.mark.parametrize(
        ("value", "format"),
        [
            ([], "openai_chat"),
            ({"messages": [{"role": "user", "content": "hi"}], "model": "gpt-4o"}, "openai_chat"),
            ([{"role": "tool", "tool_call_id": "c", "content": "1", "id": "m"}], "openai_chat"),
            ([{"role": "assistant", "tool_calls": [CALL], "parentId": "m"}], "openai_chat"),
            ([{"role": "user", "content": [{"type": "image_url"}]}], "openai_chat"),
            ([{"role": "assistantGroup", "content": "", "children": []}], "uichat"),
            ([{"role": "user", "content": "hi", "parentId": "m", "createdAt": 1}], "uichat"),
            ([{"role": "tool", "tool_call_id": "c", "plugin": {}}], "uichat"),
            ([{"role": "assistant", "tools": [{"apiName": "now"}]}], "uichat"),
            ([{"role": "assistant", "tool_calls": [CALL], "imageList": []}], "uichat"),
            ({"contents": [{"role": "user", "parts": [{"text": "hi"}]}]}, "gemini"),
            (
                {"messages": [{"role": "user", "content": [{"text": "a"}]}], "toolConfig": {}},
                "bedrock",
            ),
            ([{"role": "assistant", "content": [{"toolUse": {}}]}], "bedrock"),
            ([{"role": "assistant", "content": [{"type": "tool_use"}]}], "anthropic"),
            ({"messages": [], "system": "Be brief.", "model": "claude"}, "anthropic"),
            ({"messages": [], "tools": [{"name": "t", "input_schema": {}}]}, "anthropic"),
            ({"messages": [], "system": [{"text": "Be brief."}]}, "bedrock"),
            ({"contents": [], "toolConfig": {}}, "gemini"),
            ({"contents": [], "system_instruction": "Be brief."}, "gemini"),
            ([{"role": "model", "parts": [{"function_call": {"name": "now"}}]}], "gemini"),
            ([{"parts": [{"text": "hi"}]}], "gemini"),
            ([{"role": "user", "content": [{"text": "hi"}]}], "bedrock"),
            ([{"role": "user", "content": [{"document": {}}]}], "bedrock"),
            ([{"role": "user", "content": [{"text": "hi"}], "tool_calls": []}], "openai_chat"),
            ({"input": "hi", "model": "gpt-4o"}, "openai_responses"),
            ({"input": [{"role": "developer", "content": "hi"}]}, "openai_responses"),
            ([{"type": "function_call", "call_id": "c"}], "openai_responses"),
            ([{"type": "message", "role": "user", "content": "hi"}], "openai_responses"),
            ({"messages": [{"role": "user", "call_id": "c"}]}, "openai_chat"),
            ({"messages": [{"role": "user", "parts": []}], "generationConfig": {}}, "openai_chat"),
            ({"messages": [], "input": None, "contents": None}, "openai_chat"),
            ({"messages": [], "input": "hi", "system": "Be brief."}, "anthropic"),
            ({"messages": None, "contents": [], "toolConfig": {}}, "gemini"),
            ({"messages": "no list", "input": [{"role": "user"}]}, "openai_responses"),
            ({"input": "hi", "tools": [{"name": "t", "input_schema": {}}]}, "openai_responses"),
        ],
    )
    def test_is_recognised(self, value: Any, format: str) -> None:
        assert recognise(value).format == format

    def test_equally_specific_keys_of_two_formats_decide_nothing(self) -> None:
        value = [{"role": "assistant", "tool_calls": [CALL], "content": [{"type": "document"}]}]

        assert recognise(value).format == "openai_chat"

    @pytest.mark.parametrize("value", [{"messages": [], "inferenceConfig": {}}, [{"role": "user"}]])
    def test_what_is_recognised_has_a_codec(self, value: Any) -> None:
        assert detect(value) in codec_names()

    @pytest.mark.parametrize("value", ["hi", None, 5])
    def test_neither_a_list_nor_a_dict_is_refused(self, value: object) -> None:
        with pytest.raises(InvalidMessages):
            detect(value)


class TestProperties:
    """Over generated requests."""

    @given(bodies)
    def test_looking_changes_nothing_and_is_steady(self, body: object) -> None:
        assert recognise(body) == recognise(body)

    @given(any_json)
    def test_any_list_is_answered(self, value: object) -> None:
        assert recognise([value, {"role": value, "content": value}]).format
