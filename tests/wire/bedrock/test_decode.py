"""What each block is read as, what is odd, and where its keys are kept."""

from __future__ import annotations

import json
from typing import Any

import pytest

from ctxfn.messages import (
    Assistant,
    Audio,
    Call,
    File,
    Image,
    InvalidMessages,
    Opaque,
    Reasoning,
    System,
    Text,
    ToolError,
    ToolResult,
    User,
    Video,
    freeze,
)
from ctxfn.wire import Loss, codec_named, profile

CODEC = codec_named("bedrock")
MARK: dict[str, Any] = {"cachePoint": {"type": "default"}}


def read(*blocks: Any, role: str = "user") -> Any:
    return CODEC.decode([{"role": role, "content": list(blocks)}]).messages[0]


def kept(value: Any) -> Any:
    return (("bedrock", freeze(value)),)


class TestParts:
    @pytest.mark.parametrize(
        ("block", "part"),
        [
            ({"text": "hi"}, Text("hi")),
            ({"text": ""}, Text("")),
            (
                {"image": {"format": "png", "source": {"bytes": "iVBO"}}},
                Image(data="iVBO", media_type="image/png"),
            ),
            (
                {"image": {"format": "gif", "source": {"s3Location": {"uri": "s3://b/a.gif"}}}},
                Image(url="s3://b/a.gif", media_type="image/gif"),
            ),
            (
                {"video": {"format": "mov", "source": {"bytes": "AAAA"}}},
                Video(data="AAAA", media_type="video/quicktime"),
            ),
            (
                {"video": {"format": "video/mp4", "source": {"bytes": "AAAA"}}},
                Video(data="AAAA", media_type="video/mp4"),
            ),
            (
                {"audio": {"format": "mp3", "source": {"bytes": "AAAA"}}},
                Audio(data="AAAA", media_type="audio/mp3"),
            ),
            (
                {"document": {"name": "plan", "format": "pdf", "source": {"bytes": "JVBE"}}},
                File(data="JVBE", media_type="application/pdf", name="plan"),
            ),
            (
                {"document": {"name": "plan", "source": {"text": "Words."}}},
                File(text="Words.", name="plan"),
            ),
            (
                {"guardContent": {"text": {"text": "Safe?", "qualifiers": ["query"]}}},
                Text("Safe?", extras=kept({"guardContent": {"text": {"qualifiers": ["query"]}}})),
            ),
        ],
    )
    def test_what_a_person_shows(self, block: Any, part: Any) -> None:
        assert read(block).parts == (part,)

    def test_a_point_for_the_cache_belongs_to_what_it_stands_behind(self) -> None:
        assert read({"text": "hi"}, MARK).parts == (Text("hi", extras=kept(MARK)),)

    @pytest.mark.parametrize("blocks", [[MARK], [{"text": "a"}, MARK, MARK]])
    def test_one_that_stands_behind_nothing_is_kept_whole(self, blocks: list[Any]) -> None:
        assert read(*blocks).parts[-1] == Opaque("bedrock", freeze(MARK))

    def test_words_with_their_sources_are_words(self) -> None:
        block = {"citationsContent": {"content": [{"text": "So."}], "citations": [{"title": "a"}]}}
        part = read(block, role="assistant").parts[0]

        assert (part.text, part.extras) == (
            "So.",
            kept({"citationsContent": {"citations": [{"title": "a"}]}}),
        )

    @pytest.mark.parametrize(
        "block",
        [
            {"searchResult": {"source": "a", "title": "b", "content": []}},
            {"document": {"name": "a", "source": {"content": [{"text": "x"}]}}},
            {"somethingNew": {"a": 1}},
        ],
    )
    def test_what_no_record_holds_is_kept_whole_and_no_problem(self, block: Any) -> None:
        said = CODEC.decode([{"role": "user", "content": [block]}])

        assert said.messages[0].parts == (Opaque("bedrock", freeze(block)),)
        assert said.problems == ()


class TestAnswers:
    def test_thoughts_words_and_calls(self) -> None:
        signed = {"reasoningContent": {"reasoningText": {"text": "Hm.", "signature": "c2ln"}}}
        sealed = {"reasoningContent": {"redactedContent": "c2VhbA=="}}
        call = {"toolUse": {"toolUseId": "t1", "name": "now", "input": {"zone": "UTC"}}}
        said = read(signed, sealed, {"text": "Well."}, call, role="assistant")

        assert said == Assistant(
            (Text("Well."),),
            calls=(Call("t1", "now", '{"zone":"UTC"}'),),
            reasoning=(Reasoning("Hm.", "c2ln"), Reasoning(sealed="c2VhbA==")),
        )

    def test_a_call_that_the_service_answers_is_a_block_of_its_own(self) -> None:
        call = {"toolUse": {"toolUseId": "s1", "name": "a", "input": {}, "type": "server_tool_use"}}

        assert read(call, role="assistant").calls == ()

    def test_arguments_that_are_no_object_are_odd(self) -> None:
        rows = [
            {
                "role": "assistant",
                "content": [{"toolUse": {"toolUseId": "t", "name": "n", "input": 5}}],
            }
        ]
        said = CODEC.decode(rows)

        assert said.problems == (Loss(0, "content[0].toolUse.input", "found the int 5, no object"),)
        assert CODEC.encode(said, profile("bedrock")).body == rows


class TestResults:
    def test_each_is_a_message_and_so_is_what_is_said_beside_them(self) -> None:
        result = {"toolUseId": "t1", "content": [{"text": "42"}, {"json": {"a": 1}}]}
        failed = {"toolUseId": "t2", "content": [], "status": "error"}
        rows = [
            {
                "role": "user",
                "content": [{"toolResult": result}, {"toolResult": failed}, {"text": "So?"}],
            }
        ]

        assert list(CODEC.decode(rows).messages) == [
            ToolResult((Text("42"), Text('{"a":1}')), call_id="t1"),
            ToolResult((), call_id="t2", error=ToolError()),
            User((Text("So?"),)),
        ]

    def test_a_key_of_the_block_and_one_of_the_message_stay_apart(self) -> None:
        block = {"toolResult": {"toolUseId": "t1", "content": [], "type": "x"}}
        rows = [{"role": "user", "content": [block], "type": "y"}]
        said = CODEC.decode(rows)

        assert said.problems == ()
        assert json.dumps(CODEC.encode(said, profile("bedrock")).body) == json.dumps(rows)


class TestBodies:
    def test_the_field_for_the_system_is_the_first_message(self) -> None:
        said = CODEC.decode({"system": [{"text": "Rhyme."}], "messages": []})

        assert list(said.messages) == [System((Text("Rhyme."),))]

    @pytest.mark.parametrize("system", [[], "Rhyme.", None])
    def test_an_empty_one_or_a_text_is_no_message_and_comes_back(self, system: Any) -> None:
        body = {"messages": [], "system": system}
        said = CODEC.decode(body)

        assert len(said.messages) == 0
        assert CODEC.encode(said, profile("bedrock")).body == body

    def test_tools_and_what_stands_beside_them(self) -> None:
        tool = {"name": "now", "description": "Tell.", "inputSchema": {"json": {"type": "object"}}}
        config = {"toolChoice": {"any": {}}, "tools": [{"toolSpec": tool}, MARK]}
        said = CODEC.decode({"messages": [], "toolConfig": config})
        assert said.tools is not None
        (declared,) = said.tools

        assert (declared.tool, declared.description) == ("now", "Tell.")
        assert declared.extras == kept(MARK)
        assert said.settings == freeze({"toolConfig": {"toolChoice": {"any": {}}}})

    def test_bytes_of_a_client_library_are_read_as_their_base64(self) -> None:
        block = {"image": {"format": "png", "source": {"bytes": b"\x89PNG"}}}
        said = CODEC.decode([{"role": "user", "content": [block]}])

        assert said.messages[0].parts == (Image(data="iVBORw==", media_type="image/png"),)
        assert [one.reason for one in said.problems] == ["found bytes, read as their base64"]

    @pytest.mark.parametrize(
        ("body", "words"),
        [
            ({"messages": 5}, "found the int 5, expected a list of messages"),
            ({}, "found nothing, expected a list of messages"),
            ("hi", "expected a request"),
            ([5], "message 0: found the int 5, expected a message"),
        ],
    )
    def test_what_is_no_request_is_refused(self, body: Any, words: str) -> None:
        with pytest.raises(InvalidMessages, match=words):
            CODEC.decode(body)


class TestOddities:
    @pytest.mark.parametrize(
        ("block", "path"),
        [
            ("hi", "content[0]"),
            (None, "content[0]"),
            (5, "content[0]"),
            ({"text": 5}, "content[0].text"),
            ({"text": "a", "image": {}}, "content[0]"),
            ({"image": {"format": "png"}}, "content[0].image"),
            ({"image": {"source": {"bytes": "A", "s3Location": {}}}}, "content[0].image"),
            ({"toolUse": {"toolUseId": "t1", "name": "n", "input": {}}}, "content[0].toolUse"),
            ({"toolResult": {"toolUseId": "t1"}}, "content[0].toolResult"),
            (
                {"toolResult": {"toolUseId": "t1", "content": [], "status": "odd"}},
                "content[0].toolResult",
            ),
        ],
    )
    def test_they_are_told_and_written_as_they_were(self, block: Any, path: str) -> None:
        rows = [{"role": "user", "content": [block]}]
        said = CODEC.decode(rows)

        assert [one.path for one in said.problems] == [path]
        assert CODEC.encode(said, profile("bedrock")).body == (
            rows if block is not None else [{"role": "user", "content": []}]
        )

    @pytest.mark.parametrize("content", ["hi", 5, None, {}])
    def test_content_that_is_no_list(self, content: Any) -> None:
        rows = [{"role": "user", "content": content}]
        said = CODEC.decode(rows)

        assert [one.path for one in said.problems] == ["content"]
        assert CODEC.encode(said, profile("bedrock")).body == rows
