"""How a request of this format sits in the records, and what is made of what should not be there."""

from __future__ import annotations

from typing import Any

import pytest

from ctxfn.messages import (
    Call,
    File,
    Image,
    InvalidMessages,
    Opaque,
    Reasoning,
    Text,
    ToolError,
    freeze,
)
from ctxfn.wire import codec_named, profile

CODEC = codec_named("anthropic")


def read(*rows: Any, **body: Any) -> Any:
    """Decode a body of *rows*."""
    return CODEC.decode({**body, "messages": list(rows)})


def answer(*blocks: Any) -> Any:
    return read({"role": "assistant", "content": list(blocks)}).messages[0]


def said(*blocks: Any) -> Any:
    return read({"role": "user", "content": list(blocks)}).messages


class TestExamples:
    def test_the_system_field_is_the_first_message(self) -> None:
        got = read({"role": "user", "content": "hi"}, system=[{"type": "text", "text": "Rhyme."}])

        assert [node.role for node in got.messages] == ["system", "user"]
        assert got.messages[0].parts == (Text("Rhyme."),)

    def test_system_text_among_the_messages_stays_there(self) -> None:
        got = read({"role": "user", "content": "hi"}, {"role": "system", "content": "Now rhyme."})

        assert [node.role for node in got.messages] == ["user", "system"]

    def test_thoughts_words_and_calls_of_an_answer(self) -> None:
        got = answer(
            {"type": "thinking", "thinking": "So.", "signature": "s"},
            {"type": "redacted_thinking", "data": "d"},
            {"type": "text", "text": "Let me look."},
            {"type": "tool_use", "id": "t1", "name": "now", "input": {"zone": "UTC"}},
        )

        assert got.reasoning == (Reasoning("So.", "s"), Reasoning(sealed="d"))
        assert got.parts == (Text("Let me look."),)
        assert got.calls == (Call("t1", "now", '{"zone":"UTC"}'),)

    def test_results_and_what_stands_beside_them(self) -> None:
        got = said(
            {"type": "tool_result", "tool_use_id": "t1", "content": "42"},
            {"type": "tool_result", "tool_use_id": "t2", "is_error": True},
            {"type": "text", "text": "So?"},
        )

        assert [node.role for node in got] == ["tool", "tool", "user"]
        assert got[0].parts == (Text("42"),)
        assert (got[1].call_id, got[1].error) == ("t2", ToolError())

    def test_media(self) -> None:
        image = {"type": "base64", "media_type": "image/png", "data": "AA"}
        got = said(
            {"type": "image", "source": image},
            {"type": "image", "source": {"type": "url", "url": "https://a.example/x.png"}},
            {"type": "image", "source": {"type": "file", "file_id": "f1"}},
            {
                "type": "document",
                "title": "A",
                "source": {"type": "text", "media_type": "text/plain", "data": "Words."},
            },
        )[0]

        assert got.parts == (
            Image(data="AA", media_type="image/png"),
            Image("https://a.example/x.png"),
            Image(file_id="f1"),
            File(name="A", media_type="text/plain", text="Words."),
        )

    def test_blocks_of_servers_tools_are_kept(self) -> None:
        block = {"type": "server_tool_use", "id": "s1", "name": "web_search", "input": {}}

        assert answer(block).parts == (Opaque("anthropic", freeze(block)),)

    def test_an_answer_that_goes_on_calling_in_the_next_message_is_one(self) -> None:
        calls = [{"type": "tool_use", "id": f"t{n}", "name": "now", "input": {}} for n in (1, 2)]
        got = read(*({"role": "assistant", "content": [one]} for one in calls))

        assert [call.id for call in got.messages[0].calls] == ["t1", "t2"]
        assert CODEC.encode(got, profile("anthropic")).body == {
            "messages": [{"role": "assistant", "content": [one]} for one in calls]
        }

    def test_tools(self) -> None:
        mine = {"name": "now", "description": "The time.", "input_schema": {"type": "object"}}
        theirs = {"type": "web_search_20250305", "name": "web_search", "max_uses": 2}
        got = read(tools=[mine, theirs])

        assert [(one.tool, one.kind) for one in got.tools] == [
            ("now", "function"),
            ("web_search", "web_search_20250305"),
        ]

    def test_every_other_key_is_a_setting(self) -> None:
        got = read(model="m", thinking={"type": "enabled"}, container="c")

        assert got.settings.thaw() == {
            "model": "m",
            "thinking": {"type": "enabled"},
            "container": "c",
        }


class TestBadInput:
    @pytest.mark.parametrize(
        ("row", "reason"),
        [
            ({"role": "user"}, "found nothing, read as an empty text"),
            ({"role": "user", "content": 5}, "found the int 5, read as the text of its JSON"),
            ({"role": "user", "content": [None]}, "found null, left out"),
            ({"role": "user", "content": ["hi"]}, "found a bare text, read as a text block"),
            (
                {"role": "user", "content": [{"type": "tool_use", "id": "t"}]},
                "found a block that lacks what it needs there, kept as it is",
            ),
            (
                {"role": "user", "content": [{"type": "tool_result", "content": "42"}]},
                "found nothing, read as the result of no call",
            ),
            (
                {"role": "assistant", "content": [{"type": "tool_use", "id": "t", "name": "n"}]},
                "found nothing, no object",
            ),
            (
                {"role": "tool", "content": "42"},
                "found the text 'tool', a role the format does not have",
            ),
        ],
    )
    def test_it_says_what_it_made_of_it(self, row: Any, reason: str) -> None:
        assert [problem.reason for problem in read(row).problems] == [reason]

    @pytest.mark.parametrize("body", [5, {"messages": 5}, {}, ["hi"]])
    def test_what_is_no_request_is_refused(self, body: object) -> None:
        with pytest.raises(InvalidMessages):
            CODEC.decode(body)
