"""Decoding: what each key becomes, and what is made of what should not be there."""

from __future__ import annotations

from typing import Any

import pytest

from ctxfn.messages import (
    NOWHERE,
    Assistant,
    Audio,
    Call,
    File,
    Image,
    Node,
    Opaque,
    Origin,
    Reasoning,
    Refusal,
    RetryOf,
    System,
    Text,
    ToolError,
    ToolResult,
    Usage,
    User,
    Video,
    freeze,
)
from ctxfn.wire import codec_named, profile
from ctxfn.wire.openai_chat import form_of

CODEC = codec_named("openai_chat")
CHAT = profile("openai")
HI = (Text("hi"),)


def mine(**keys: object) -> tuple[tuple[str, Any], ...]:
    return (("openai_chat", freeze(keys)),)


def read(row: object) -> Node:
    return CODEC.decode([row]).messages[0]


READ: list[tuple[dict[str, Any], Node]] = [
    ({"role": "user", "content": "hi", "name": "ann"}, User(HI, name="ann")),
    ({"role": "developer", "content": "hi"}, System(HI, developer=True)),
    ({"role": "system", "content": [{"type": "text", "text": "hi"}]}, System(HI)),
    ({"role": "assistant", "content": None}, Assistant()),
    ({"role": "assistant", "content": ""}, Assistant()),
    ({"role": "assistant"}, Assistant()),
    (
        {"role": "assistant", "content": "hi", "reasoning_content": "so"},
        Assistant(HI, reasoning=(Reasoning("so"),)),
    ),
    (
        {"role": "assistant", "reasoning": "a", "reasoning_content": ""},
        Assistant(reasoning=(Reasoning("a"), Reasoning(""))),
    ),
    (
        {"role": "assistant", "content": "hi", "refusal": "no", "annotations": []},
        Assistant((*HI, Refusal("no")), extras=mine(annotations=[])),
    ),
    (
        {"role": "assistant", "content": None, "audio": {"id": "a1"}},
        Assistant((Audio(file_id="a1"),)),
    ),
    (
        {
            "role": "assistant",
            "tool_calls": [
                {"id": "c1", "type": "function", "function": {"name": "t", "arguments": "{"}},
                {"id": "c2", "type": "custom", "custom": {"name": "u", "input": "free"}},
            ],
        },
        Assistant(calls=(Call("c1", "t", "{"), Call("c2", "u", "free", kind="custom"))),
    ),
    (
        {"role": "assistant", "function_call": {"name": "t", "arguments": "{}"}},
        Assistant(calls=(Call("function_call:0", "t", "{}", kind="function_call"),)),
    ),
    (
        {"role": "tool", "tool_call_id": "c1", "name": "t", "content": "42"},
        ToolResult((Text("42"),), None, "c1", "t"),
    ),
    (
        {"role": "user", "content": "hi", "id": 7, "parentId": "m1", "created_at": 1700000000},
        User(
            HI,
            "7",
            origin=Origin(parent="m1", created_ms=1700000000000),
            extras=mine(id=7, parentId="m1", created_at=1700000000),
        ),
    ),
    (
        {"role": "user", "content": "hi", "ts": "2024-05-06T07:08:09Z", "retry_of": "m0"},
        User(
            HI,
            origin=Origin(created_ms=1714979289000),
            marks=(RetryOf("m0"),),
            extras=mine(ts="2024-05-06T07:08:09Z", retry_of="m0"),
        ),
    ),
    (
        {"role": "tool", "tool_call_id": "c", "content": "hi", "error": {"message": "late"}},
        ToolResult(
            HI,
            None,
            "c",
            error=ToolError("late", None, freeze({"message": "late"})),
            extras=mine(error={"message": "late"}),
        ),
    ),
    (
        {"role": "assistant", "content": "hi", "model": "m", "usage": {"prompt_tokens": 3}},
        Assistant(
            HI,
            usage=Usage(3, None, freeze({"prompt_tokens": 3})),
            origin=Origin(model="m"),
            extras=mine(model="m", usage={"prompt_tokens": 3}),
        ),
    ),
    (
        {"role": "user", "content": "hi", "tool_calls": []},
        User(HI, extras=mine(tool_calls=[])),
    ),
]

PARTS: list[tuple[dict[str, Any], object]] = [
    ({"type": "image_url", "image_url": {"url": "u", "detail": "low"}}, Image("u", detail="low")),
    ({"type": "image_url", "image_url": "u"}, Image("u")),
    (
        {"type": "input_audio", "input_audio": {"data": "AA", "format": "wav"}},
        Audio(data="AA", media_type="audio/wav"),
    ),
    ({"type": "file", "file": {"file_id": "f", "filename": "n"}}, File(file_id="f", name="n")),
    ({"type": "video_url", "video_url": {"url": "u"}}, Video("u")),
    (
        {"type": "text", "text": "a", "cache_control": {"type": "ephemeral"}},
        Text("a", extras=mine(cache_control={"type": "ephemeral"})),
    ),
    (
        {"type": "image_url", "image_url": {"url": "u", "format": "png"}},
        Image("u", extras=mine(image_url={"format": "png"})),
    ),
    (
        {"type": "future", "x": 1},
        Opaque("openai_chat", freeze({"type": "future", "x": 1})),
    ),
]


class TestExamples:
    """Message by message."""

    @pytest.mark.parametrize(("row", "node"), READ)
    def test_is_read_as(self, row: dict[str, Any], node: Node) -> None:
        assert read(row) == node

    @pytest.mark.parametrize(("row", "part"), PARTS)
    def test_a_part_is_read_as(self, row: dict[str, Any], part: object) -> None:
        assert read({"role": "user", "content": [row]}).parts == (part,)

    def test_most_messages_share_origin_and_form(self) -> None:
        rows = [{"role": "user", "content": "hi"}, {"role": "assistant", "content": "ho"}]
        one, other = CODEC.decode(rows).messages

        assert one.origin is NOWHERE
        assert one.written is other.written

    def test_an_answer_of_the_old_kind_goes_to_the_nearest_open_call_of_its_function(self) -> None:
        asked = {"role": "assistant", "function_call": {"name": "t", "arguments": "{}"}}
        answer = {"role": "function", "name": "t", "content": "1"}
        read = CODEC.decode([asked, asked, answer, answer, answer]).messages

        assert [node.call_id for node in read if isinstance(node, ToolResult)] == [
            "function_call:1",
            "function_call:0",
            "",
        ]

    def test_an_answer_to_a_custom_call_knows_its_kind(self) -> None:
        custom = {"id": "c", "type": "custom", "custom": {"name": "t", "input": ""}}
        rows = [
            {"role": "assistant", "tool_calls": [custom]},
            {"role": "tool", "tool_call_id": "c", "content": "1"},
        ]

        assert CODEC.decode(rows).messages[1] == ToolResult((Text("1"),), None, "c", kind="custom")

    @pytest.mark.parametrize(
        ("row", "form"),
        [
            ({"role": "user", "content": "hi"}, "text"),
            ({"role": "user", "content": []}, "list"),
            ({"role": "user", "content": None}, "null"),
            ({"role": "user"}, "absent"),
        ],
    )
    def test_the_form_of_content_is_remembered(self, row: dict[str, Any], form: str) -> None:
        found = form_of(read(row))

        assert found is not None
        assert found.content == form

    def test_a_body_has_tools_and_settings(self) -> None:
        said = CODEC.decode({"model": "gpt-4o", "messages": [], "tools": [], "stop": None})

        assert said.tools == ()
        assert said.settings == freeze({"model": "gpt-4o", "stop": None})
