"""Decoding what should not be there: read as well as it can be, told, or refused."""

from __future__ import annotations

import math
from typing import Any

import pytest

from ctxfn.messages import (
    Assistant,
    Call,
    Image,
    InvalidJson,
    InvalidMessages,
    Node,
    Opaque,
    Text,
    TooDeep,
    ToolResult,
    Unknown,
    User,
    freeze,
)
from ctxfn.wire import Loss, codec_named, profile

CODEC = codec_named("openai_chat")
CHAT = profile("openai")
HI = (Text("hi"),)


def mine(**keys: object) -> tuple[tuple[str, Any], ...]:
    return (("openai_chat", freeze(keys)),)


#: What stands in a message, what it is read as, and what is said about it.
ODD: list[tuple[dict[str, Any], Node, str, str]] = [
    (
        {"role": "user", "content": 5},
        User((Text("5"),)),
        "content",
        "found the int 5, read as the text of its JSON",
    ),
    (
        {"role": "user", "content": math.nan},
        User((Text("NaN"),)),
        "content",
        "found the float nan, read as the text of its JSON",
    ),
    (
        {"role": "tool", "tool_call_id": "c", "content": {"ok": True}},
        ToolResult((Text('{"ok":true}'),), None, "c"),
        "content",
        "found an object, read as the text of its JSON",
    ),
    (
        {"role": "user", "content": {"type": "text", "text": "hi"}},
        User(HI),
        "content",
        "found a part without a list around it, read as a list of one",
    ),
    (
        {"role": "user", "content": ["hi"]},
        User(HI),
        "content[0]",
        "found a bare text, read as a text part",
    ),
    ({"role": "user", "content": [None]}, User(), "content[0]", "found null, left out"),
    (
        {"role": "user", "content": [5]},
        User((Opaque("openai_chat", freeze(5)),)),
        "content[0]",
        "found the int 5, kept as it is",
    ),
    (
        {"role": "user", "content": [{"type": "text", "text": None}]},
        User(),
        "content[0]",
        "found a text part without a text, left out",
    ),
    (
        {"role": "user", "content": [{"type": "refusal"}]},
        User((Opaque("openai_chat", freeze({"type": "refusal"})),)),
        "content[0]",
        "found a part that lacks what its type needs, kept as it is",
    ),
    (
        {"role": "user", "content": [{"type": "image_url", "image_url": "https://a.example/x"}]},
        User((Image("https://a.example/x"),)),
        "content[0].image_url",
        "found a bare address, read as the object around it",
    ),
    (
        {
            "role": "assistant",
            "tool_calls": [{"id": "c", "function": {"name": "f", "arguments": "{}"}}],
        },
        Assistant(calls=(Call("c", "f"),)),
        "tool_calls[0].type",
        "found nothing, read as a function",
    ),
    (
        {"role": "user", "content": [{"text": "hi"}]},
        User(HI),
        "content[0].type",
        "found nothing, read as a text part",
    ),
    (
        {"role": "user", "content": "hi", "name": 5},
        User(HI, name="5"),
        "name",
        "found the int 5, read as text",
    ),
    (
        {"role": "user", "content": "hi", "name": ["a"]},
        User(HI, extras=mine(name=["a"])),
        "name",
        "found a list, kept as it is",
    ),
    (
        {"role": "robot", "content": "hi"},
        Unknown("robot", HI),
        "role",
        "found the role 'robot', which the format does not have",
    ),
    (
        {"role": "assistant", "tool_calls": "c1"},
        Assistant(),
        "tool_calls",
        "found the text 'c1', left out",
    ),
    (
        {"role": "assistant", "tool_calls": [None]},
        Assistant(),
        "tool_calls[0]",
        "found null, left out",
    ),
    (
        {
            "role": "assistant",
            "tool_calls": {
                "id": "c",
                "type": "function",
                "function": {"name": "t", "arguments": ""},
            },
        },
        Assistant(calls=(Call("c", "t", ""),)),
        "tool_calls",
        "found a call without a list around it, read as a list of one",
    ),
    (
        {
            "role": "assistant",
            "tool_calls": [{"type": "function", "function": {"name": "t", "arguments": "{}"}}],
        },
        Assistant(calls=(Call("", "t", "{}"),)),
        "tool_calls[0].id",
        "found null, read as no id",
    ),
    (
        {"role": "assistant", "tool_calls": [{"id": "c", "type": "function"}]},
        Assistant(calls=(Call("c", "", "{}"),)),
        "tool_calls[0].function",
        "found null, read as a call of no tool",
    ),
    (
        {
            "role": "assistant",
            "tool_calls": [
                {"id": 9, "type": "function", "function": {"name": "t", "arguments": "{}"}}
            ],
        },
        Assistant(calls=(Call("9", "t", "{}"),)),
        "tool_calls[0].id",
        "found the int 9, read as text",
    ),
    (
        {
            "role": "assistant",
            "tool_calls": [
                {"id": "c", "type": "function", "function": {"name": "t", "arguments": {"a": 1}}}
            ],
        },
        Assistant(calls=(Call("c", "t", '{"a":1}'),)),
        "tool_calls[0].function.arguments",
        "found an object, read as the text of its JSON",
    ),
    (
        {
            "role": "assistant",
            "tool_calls": [{"id": "c", "type": "function", "function": {"name": "t"}}],
        },
        Assistant(calls=(Call("c", "t", "{}"),)),
        "tool_calls[0].function.arguments",
        "found nothing, read as no arguments",
    ),
    (
        {"role": "tool", "content": "hi"},
        ToolResult(HI),
        "tool_call_id",
        "found nothing, read as the result of no call",
    ),
    (
        {"role": "assistant", "content": "hi", "audio": 5},
        Assistant(HI, extras=mine(audio=5)),
        "audio",
        "found the int 5, kept as it is",
    ),
    (
        {"role": "assistant", "content": "hi", "reasoning": {"effort": "low"}},
        Assistant(HI, extras=mine(reasoning={"effort": "low"})),
        "reasoning",
        "found an object, kept as it is",
    ),
]


class TestBadInput:
    """What is odd is read as well as it can be, and told."""

    @pytest.mark.parametrize(("row", "node", "path", "reason"), ODD)
    def test_is_read_and_told(
        self, row: dict[str, Any], node: Node, path: str, reason: str
    ) -> None:
        said = CODEC.decode([row])

        assert said.messages[0] == node
        assert said.problems == (Loss(0, path, reason),)

    @pytest.mark.parametrize(
        ("value", "error"),
        [
            (
                "hi",
                InvalidMessages(
                    None,
                    "",
                    "the text 'hi'",
                    "a request (a dict) or a list of messages",
                    "Parse JSON text first",
                ),
            ),
            (
                None,
                InvalidMessages(
                    None,
                    "",
                    "null",
                    "a request (a dict) or a list of messages",
                    "Parse JSON text first",
                ),
            ),
            ({}, InvalidMessages(None, "messages", "nothing", "a list of messages")),
            (
                {"messages": "hi"},
                InvalidMessages(None, "messages", "the text 'hi'", "a list of messages"),
            ),
            (
                [{"role": "user"}, "hi"],
                InvalidMessages(
                    1,
                    "",
                    "the text 'hi'",
                    "a message (a dict with a role)",
                    "Records of a client library have a method that makes them dicts",
                ),
            ),
            (
                [{"role": "user", "content": [{"type": "x", "y": {1}}]}],
                InvalidMessages(0, "content[0].y", "a set", "a JSON value"),
            ),
            ([{"role": "user", 5: "x"}], InvalidMessages(0, "", "the key 5", "a text")),
        ],
    )
    def test_is_refused(self, value: object, error: Exception) -> None:
        with pytest.raises(type(error)) as caught:
            CODEC.decode(value)

        assert caught.value == error

    def test_values_nested_too_deep_are_refused_by_the_message(self) -> None:
        deep: object = "x"
        for _ in range(600):
            deep = [deep]

        with pytest.raises(TooDeep) as caught:
            CODEC.decode([{"role": "user"}, {"role": "user", "x": deep}])

        assert caught.value == TooDeep(1, 501, 500)

    def test_bytes_nested_too_deep_are_refused_before_parsing(self) -> None:
        with pytest.raises(TooDeep):
            CODEC.decode_bytes(b"[" * 100_000)

    def test_bytes_that_are_no_json_are_refused(self) -> None:
        with pytest.raises(InvalidJson):
            CODEC.decode_bytes(b'[{"role": "user", "content": }]')
