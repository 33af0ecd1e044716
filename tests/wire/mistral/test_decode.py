"""What Mistral's own chunks are in records, and how records are written as chunks."""

from __future__ import annotations

from typing import Any

import pytest

from ctxfn.messages import (
    Assistant,
    Audio,
    File,
    Image,
    Opaque,
    Reasoning,
    Text,
    assistant,
    call,
    chat,
    tool_result,
    user,
)
from ctxfn.wire import Conversation, codec_named, profile

CODEC = codec_named("mistral")


def read(*rows: dict[str, Any]) -> Any:
    return CODEC.decode(list(rows)).messages


def said(*nodes: Any) -> Any:
    encoded = CODEC.encode(Conversation(chat(*nodes)), profile("mistral"))
    return encoded.body, [loss.path for loss in encoded.losses]


class TestChunks:
    @pytest.mark.parametrize(
        ("chunk", "part"),
        [
            ({"type": "image_url", "image_url": "https://a.example/x.png"}, "Image"),
            ({"type": "image_url", "image_url": {"url": "https://a.example/x.png"}}, "Image"),
            ({"type": "document_url", "document_url": "https://a.example/x.pdf"}, "File"),
            ({"type": "file", "file_id": "f1"}, "File"),
            ({"type": "input_audio", "input_audio": "AAAA"}, "Audio"),
        ],
    )
    def test_each_chunk_is_a_part_without_a_problem(self, chunk: Any, part: str) -> None:
        decoded = CODEC.decode([{"role": "user", "content": [chunk]}])

        assert type(decoded.messages[0].parts[0]).__name__ == part
        assert decoded.problems == ()

    def test_a_document_has_its_name(self) -> None:
        chunk = {"type": "document_url", "document_url": "u", "document_name": "n"}

        assert read({"role": "user", "content": [chunk]})[0].parts == (File(url="u", name="n"),)

    def test_a_sound_is_bytes_or_an_address(self) -> None:
        sounds = ["AA", "data:audio/mp3;base64,AA", "https://a.example/x.mp3"]
        chunks = [{"type": "input_audio", "input_audio": one} for one in sounds]

        assert read({"role": "user", "content": chunks})[0].parts == (
            Audio(data="AA"),
            Audio(data="AA", media_type="audio/mp3"),
            Audio("https://a.example/x.mp3"),
        )

    def test_references_stay_what_they_are(self) -> None:
        row = {"role": "assistant", "content": [{"type": "reference", "reference_ids": [1, 2]}]}
        (part,) = read(row)[0].parts

        assert isinstance(part, Opaque)
        assert part.codec == "mistral"


class TestThoughts:
    def test_a_thought_is_reasoning_and_stays_where_it_stood(self) -> None:
        thought = {"type": "thinking", "thinking": [{"type": "text", "text": "Hm."}]}
        row = {"role": "assistant", "content": [{"type": "text", "text": "Well."}, thought]}
        (message,) = read(row)

        assert message.reasoning == (Reasoning("Hm."),)
        assert message.parts == (Text("Well."),)
        assert said(message) == ([row], [])

    def test_what_stands_in_a_thought_beside_words_is_kept(self) -> None:
        inner = [{"type": "text", "text": "Hm."}, {"type": "reference", "reference_ids": [1]}]
        row = {"role": "assistant", "content": [{"type": "thinking", "thinking": inner}]}

        assert read(row)[0].reasoning[0].text == "Hm."
        assert said(*read(row)) == ([row], [])

    def test_thoughts_of_others_come_first(self) -> None:
        body, losses = said(assistant(Reasoning("Hm."), "Well."))

        assert body[0]["content"] == [
            {"type": "thinking", "thinking": [{"type": "text", "text": "Hm."}]},
            {"type": "text", "text": "Well."},
        ]
        assert losses == []

    def test_a_seal_is_a_loss(self) -> None:
        body, losses = said(assistant(Reasoning(sealed="x"), "Well."))

        assert body[0]["content"] == [{"type": "text", "text": "Well."}]
        assert losses == ["reasoning[0].sealed"]

    def test_the_key_that_others_have_is_read_and_written_back(self) -> None:
        row = {"role": "assistant", "content": "Well.", "reasoning_content": "Hm."}

        assert read(row)[0].reasoning == (Reasoning("Hm."),)
        assert said(*read(row)) == ([row], [])


class TestCalls:
    def test_arguments_may_be_an_object_and_the_type_may_be_missing(self) -> None:
        row = {
            "role": "assistant",
            "content": "",
            "tool_calls": [{"id": "abcdefghi", "function": {"name": "f", "arguments": {"a": 1.0}}}],
        }
        decoded = CODEC.decode([row])
        (message,) = decoded.messages

        assert isinstance(message, Assistant)
        assert message.calls[0].arguments == '{"a":1.0}'
        assert decoded.problems == ()
        assert CODEC.encode(decoded, profile("mistral")).body == [row]

    def test_beside_calls_content_is_an_empty_text(self) -> None:
        body, losses = said(assistant("", call("abcdefghi")), tool_result("abcdefghi", "42"))

        assert body[0]["content"] == ""
        assert losses == []


class TestWriting:
    @pytest.mark.parametrize(
        ("part", "chunk"),
        [
            (Image(url="u"), {"type": "image_url", "image_url": {"url": "u"}}),
            (
                File(url="u", name="n"),
                {"type": "document_url", "document_url": "u", "document_name": "n"},
            ),
            (File(file_id="f"), {"type": "file", "file_id": "f"}),
            (
                File(data="AA", media_type="application/pdf"),
                {"type": "document_url", "document_url": "data:application/pdf;base64,AA"},
            ),
            (
                Audio(data="AA", media_type="audio/wav"),
                {"type": "input_audio", "input_audio": "data:audio/wav;base64,AA"},
            ),
        ],
    )
    def test_each_part_is_a_chunk(self, part: Any, chunk: Any) -> None:
        assert said(user("Look:", part)) == (
            [{"role": "user", "content": [{"type": "text", "text": "Look:"}, chunk]}],
            [],
        )

    @pytest.mark.parametrize("part", [File(name="n"), Audio()])
    def test_what_has_no_source_is_a_loss(self, part: Any) -> None:
        body, losses = said(user("Look:", part))

        assert body == [{"role": "user", "content": [{"type": "text", "text": "Look:"}]}]
        assert "parts[1]" in losses
