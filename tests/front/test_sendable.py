"""repair: what it writes can be sent, and what cannot be said is told."""

from __future__ import annotations

import json
from typing import Any

import pytest

from ctxfn import assemble, check, repair
from ctxfn.context import Note
from ctxfn.messages import (
    Assistant,
    Audio,
    Call,
    File,
    Image,
    Opaque,
    Text,
    ToolResult,
    chat,
    freeze,
    system,
    text_of,
    user,
)
from ctxfn.wire import Conversation, codec_named, profile

IMAGE = {"type": "image_url", "image_url": {"url": "https://a.example/x.png"}}
USER = {"role": "user", "content": "go"}


def call(id: str, name: str = "find", **more: Any) -> dict[str, Any]:
    return {"id": id, "type": "function", "function": {"name": name, "arguments": "{}"}, **more}


def asked(*calls: dict[str, Any], **more: Any) -> dict[str, Any]:
    return {"role": "assistant", "content": None, "tool_calls": list(calls), **more}


def answer(id: object, content: Any = "42") -> dict[str, Any]:
    return {"role": "tool", "tool_call_id": id, "content": content}


OLD = {"role": "assistant", "content": None, "function_call": {"name": "look", "arguments": "{}"}}
OLD_ANSWER = {"role": "function", "name": "look", "content": "there"}


def written(report: Any) -> list[dict[str, Any]]:
    """The messages of a report, or of what a codec encoded."""
    rows = getattr(report, "output", None) or report.body
    return list(rows)


def kinds(report: Any) -> list[str]:
    return [note.kind for note in report.notes if isinstance(note, Note)]


class TestParts:
    """What cannot be written becomes words."""

    @pytest.mark.parametrize(
        "part",
        [
            {"type": "image_url", "image_url": {"url": ""}},
            {"type": "image_url", "image_url": {}},
            {"type": "image_url"},
            {"type": "file", "file": {"filename": "a.pdf"}},
            {"type": "input_audio", "input_audio": {"data": "", "format": "mp3"}},
            {"type": "input_audio", "input_audio": 5},
            {"type": "odd", "x": 1},
            {"type": "refusal", "refusal": "No."},
            {"type": "refusal", "refusal": None},
            {"type": 5},
            {},
            7,
            [],
        ],
    )
    def test_a_part_that_is_refused_is_found_told_and_replaced(self, part: object) -> None:
        said = [{"role": "user", "content": [{"type": "text", "text": "look"}, part]}]
        report = repair.report(said)
        content = written(report)[0]["content"]

        assert [one.severity for one in check(said)] == ["error"]
        assert [(one["type"], type(one["text"])) for one in content] == [("text", str)] * 2
        assert content[1]["text"]
        assert "stand-in" in kinds(report)
        assert report.left == check(report.output) == ()

    def test_a_file_says_what_was_read_out_of_it(self) -> None:
        rows = [
            {
                "id": "m",
                **USER,
                "fileList": [
                    {"id": "f", "name": "a.txt", "content": "Ahoy", "url": "https://a.example/a"}
                ],
            }
        ]
        report = repair.report(rows, format="uichat")

        assert report.output == [
            {
                "role": "user",
                "content": [
                    {"type": "text", "text": "go"},
                    {"type": "text", "text": "[The file a.txt:]\nAhoy"},
                ],
            }
        ]
        assert (report.losses, report.left) == ((), ())

    @pytest.mark.parametrize(
        "part", [Image(id="i"), Audio(url="https://a.example/x.mp3"), File(name="a.pdf")]
    )
    def test_records_alone_are_mended_too(self, part: Any) -> None:
        report = repair.report(chat(user(part), system(part)))

        mended: Any = report.output

        assert [type(one.parts[0]) for one in mended] == [Text, Text]
        assert report.left == ()

    def test_a_server_with_types_of_its_own_gets_them(self) -> None:
        said = [{"role": "user", "content": [{"type": "audio_url", "audio_url": {"url": "x"}}]}]

        assert check(said, to="openai/compatible") == ()
        assert repair(said, to="openai/compatible") == said

    def test_no_list_without_a_part_is_written(self) -> None:
        foreign = Opaque("other", freeze({"type": "x"}))
        encoded = codec_named("openai_chat").encode(
            Conversation(chat(user(foreign), user(Image(id="i"), foreign))), profile("openai")
        )

        assert encoded.body == [{"role": "user", "content": ""}] * 2
        assert [loss.path for loss in encoded.losses] == ["parts[0]", "parts[0]", "parts[1]"]

    def test_a_text_that_is_null_is_left_out(self) -> None:
        said = [{"role": "user", "content": [{"type": "text", "text": None}, IMAGE]}]
        report = repair.report(said)

        assert report.output == [{"role": "user", "content": [IMAGE]}]
        assert (kinds(report), report.left) == (["misread"], ())

    def test_a_sound_that_a_model_is_said_to_have_made_is_the_persons(self) -> None:
        sound = {"type": "input_audio", "input_audio": {"data": "AAAA", "format": "mp3"}}
        report = repair.report([USER, {"role": "assistant", "content": [sound]}])

        assert [one["role"] for one in written(report)] == ["user", "assistant", "user"]
        assert report.left == ()


class TestContent:
    """Content that is not there."""

    @pytest.mark.parametrize("content", [{"content": None}, {}, {"content": []}])
    @pytest.mark.parametrize("role", ["user", "system", "developer"])
    def test_it_is_found_and_written(self, role: str, content: dict[str, Any]) -> None:
        said = [{"role": role, **content}, USER]
        report = repair.report(said)

        assert [(one.severity, one.index, one.path) for one in check(said)] == [
            ("error", 0, ("content",))
        ]
        assert report.output == [{"role": role, "content": ""}, USER]
        assert (kinds(report), report.left) == (["written-anew"], ())

    @pytest.mark.parametrize("content", [{"content": None}, {}, {"content": []}])
    def test_of_a_tool_too(self, content: dict[str, Any]) -> None:
        said = [asked(call("c1")), {"role": "tool", "tool_call_id": "c1", **content}]

        assert [one.index for one in check(said)] == [1]
        assert repair(said) == [asked(call("c1")), answer("c1", "")]

    def test_beside_calls_nothing_has_to_be_said(self) -> None:
        said = [{"role": "assistant", "tool_calls": [call("c1")]}, answer("c1")]

        assert check(said) == ()
        assert repair(said) == said


class TestOldCalls:
    """Calls under ``function_call``, with others and alone."""

    def test_alone_they_stay(self) -> None:
        said = [USER, OLD, OLD_ANSWER, USER, asked(call("c1")), answer("c1")]

        assert check(said) == ()
        assert repair(said) == said

    @pytest.mark.parametrize(
        ("rows", "ids"),
        [
            ([{**asked(call("a")), **OLD}, OLD_ANSWER, answer("a")], ["a", "function_call:1"]),
            ([{**asked(call("a")), **OLD}, answer("a"), OLD_ANSWER], ["a", "function_call:1"]),
            ([OLD, answer("function_call:1")], ["function_call:1"]),
            ([OLD, answer("c9")], ["c9"]),
            ([asked(call("a", "look")), OLD_ANSWER], ["a"]),
        ],
    )
    def test_mixed_up_they_are_tool_calls(self, rows: list[Any], ids: list[str]) -> None:
        report = repair.report([USER, *rows])
        _, asking, *answers = written(report)

        assert check([USER, *rows])
        assert "function_call" not in asking
        assert [one["id"] for one in asking["tool_calls"]] == ids
        assert [(one["role"], one["tool_call_id"]) for one in answers] == [
            ("tool", one) for one in ids
        ]
        assert {one["content"] for one in answers} <= {"42", "there"}
        assert "modern-call" in kinds(report)
        assert report.left == ()

    def test_the_codec_writes_a_second_one_as_a_tool_call_with_its_result(self) -> None:
        calls = tuple(Call(f"c{n}", f"f{n}", kind="function_call") for n in range(2))
        answers = [
            ToolResult((Text("42"),), call_id=one.id, tool=one.tool, kind=one.kind) for one in calls
        ]
        said = Conversation(chat(Assistant(calls=calls), *answers))
        asking, *answered = written(codec_named("openai_chat").encode(said, profile("openai")))

        assert asking["function_call"]["name"] == "f0"
        assert [one["id"] for one in asking["tool_calls"]] == ["c1"]
        assert answered[1] == {**answer("c1"), "name": "f1"}

    def test_where_nobody_knows_them_all_are(self) -> None:
        report = repair.report([USER, OLD, OLD_ANSWER], to="openai/compatible")

        assert [one["role"] for one in written(report)] == ["user", "assistant", "tool"]
        assert [one.code for one in check([USER, OLD, OLD_ANSWER], to="openai/compatible")] == [
            "T108",
            "T108",
        ]
        assert report.left == ()


class TestCalls:
    """Calls of a kind nobody knows, without a name, without a type."""

    def test_a_kind_that_only_another_format_knows_is_written_with_its_result(self) -> None:
        odd = {"id": "b", "type": "odd", "function": {"name": "n", "arguments": "{}"}}
        rows = [
            {"id": "1", "role": "assistant", "content": "", "tool_calls": [odd]},
            {"id": "2", "role": "tool", "tool_call_id": "b", "content": "x"},
        ]
        report = repair.report(rows, format="uichat")

        assert report.output == [asked(call("b", "n")), answer("b", "x")]
        assert "call-as-function" in kinds(report)
        assert report.losses == ()

    def test_a_codec_alone_writes_it_as_a_functions(self) -> None:
        odd = Assistant(calls=(Call("b", "n", kind="odd"),))
        encoded = codec_named("openai_chat").encode(Conversation(chat(odd)), profile("openai"))

        assert written(encoded) == [asked(call("b", "n"))]
        assert [(one.index, one.path) for one in encoded.losses] == [(0, "calls[0].kind")]

    def test_and_in_a_chat_uis_rows(self) -> None:
        weird = {"id": "a", "type": "weird", "weird": {"q": 1}}
        read = codec_named("openai_chat").decode([asked(weird), answer("a")])
        encoded = codec_named("uichat").encode(read, profile("openai"))
        asking, answered = written(encoded)

        assert [one["id"] for one in asking["tool_calls"]] == ["a"]
        assert answered["tool_call_id"] == "a"
        assert [one.index for one in encoded.losses] == [0]

    def test_a_call_without_a_name_is_named_as_its_result(self) -> None:
        said = [asked(call("c1", "")), {**answer("c1"), "name": "find"}]

        assert [one.code for one in check(said)] == ["I404"]
        assert repair(said) == [asked(call("c1")), {**answer("c1"), "name": "find"}]

    def test_a_call_without_a_type_is_a_functions(self) -> None:
        bare = {key: value for key, value in call("c1").items() if key != "type"}
        said = [asked(bare), answer("c1")]

        assert [(one.code, one.index) for one in check(said)] == [("C307", 0)]
        assert repair(said) == [asked(call("c1")), answer("c1")]


class TestValues:
    """Values that no API reads under a key it knows."""

    @pytest.mark.parametrize("value", [[], {}, {"x": 1}, True])
    def test_an_id_that_is_none_is_replaced(self, value: object) -> None:
        report = repair.report([asked(call("")), answer(value)])
        asking, answered = written(report)

        assert answered["tool_call_id"] == asking["tool_calls"][0]["id"] != ""
        assert report.left == ()

    @pytest.mark.parametrize(
        ("key", "value"),
        [
            ("name", []),
            ("refusal", {}),
            ("audio", 5),
            ("audio", {"id": 7}),
            ("function_call", []),
            ("reasoning_content", {"a": 1}),
        ],
    )
    def test_a_value_that_no_field_can_hold_is_not_sent(self, key: str, value: object) -> None:
        said = [USER, {"role": "assistant", "content": "hi", key: value}]
        for report in (repair.report(said), assemble(said).report):
            assert "left-out" in kinds(report)
            assert report.left == ()
        assert (
            repair(said)
            == assemble(said).messages
            == [USER, {"role": "assistant", "content": "hi"}]
        )

    def test_what_came_in_stays_for_its_store(self) -> None:
        said = [{**USER, "name": {"first": "Ann"}}]
        read = codec_named("openai_chat").decode(said)

        assert json.dumps(codec_named("openai_chat").encode(read, profile("openai")).body) == (
            json.dumps(said)
        )
        assert text_of(read.messages[0]) == "go"


HALVES: dict[str, Any] = {
    "model": "gpt-4o",
    "user": "ann \ud83d",
    "messages": [USER],
    "tools": [{"type": "function", "function": {"name": "find", "description": "cut \udc00"}}],
}


class TestHalfCharacters:
    """Beside the messages, in tools and settings."""

    def test_they_are_found_at_their_place(self) -> None:
        assert [(one.code, one.index, one.path) for one in check(HALVES)] == [
            ("C306", None, ("tools", 0)),
            ("C306", None, ("user",)),
        ]

    def test_they_are_mended_and_noted(self) -> None:
        report = repair.report(HALVES)
        payload = assemble(HALVES)

        assert report.output == payload.body
        assert payload.body["user"] == "ann \ufffd"
        assert '"cut \ufffd"' in json.dumps(payload.tools, ensure_ascii=False)
        assert list(payload.body) == list(HALVES)
        assert "unicode-mended" in kinds(report)
        assert "unicode-mended" in kinds(payload.report)
        assert report.left == payload.report.left == ()
