"""What contents become, example by example."""

from __future__ import annotations

from typing import Any, ClassVar

import pytest
from pyrsistent import pvector

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
    ToolResult,
    Unknown,
    User,
    Video,
    extra,
)
from ctxfn.wire import Conversation, codec_named, profile
from ctxfn.wire.gemini import form_of

CODEC = codec_named("gemini")
GEMINI = profile("gemini")


def read(*contents: Any) -> Conversation:
    return CODEC.decode(list(contents))


def model(*parts: Any) -> dict[str, Any]:
    return {"role": "model", "parts": list(parts)}


def user(*parts: Any) -> dict[str, Any]:
    return {"role": "user", "parts": list(parts)}


def asked(name: str, **more: Any) -> dict[str, Any]:
    return {"functionCall": {"name": name, "args": {}, **more}}


def told(name: str, response: Any, **more: Any) -> dict[str, Any]:
    return {"functionResponse": {"name": name, "response": response, **more}}


class TestParts:
    """One part after the other."""

    @pytest.mark.parametrize(
        ("part", "item"),
        [
            ({"text": "hi"}, Text("hi")),
            ({"text": "hi", "thoughtSignature": "s"}, Text("hi", "s")),
            ({"text": "hi", "thought_signature": "s"}, Text("hi", "s")),
            (
                {"inlineData": {"mimeType": "image/png", "data": "iVBO"}},
                Image(data="iVBO", media_type="image/png"),
            ),
            (
                {"inline_data": {"mime_type": "audio/wav", "data": "UklG"}},
                Audio(data="UklG", media_type="audio/wav"),
            ),
            (
                {"fileData": {"fileUri": "gs://a/b.mp4", "mimeType": "video/mp4"}},
                Video("gs://a/b.mp4", media_type="video/mp4"),
            ),
            ({"fileData": {"fileUri": "https://youtu.be/x"}}, File("https://youtu.be/x")),
        ],
    )
    def test_is_read(self, part: Any, item: Any) -> None:
        assert list(read(user(part)).messages) == [User((item,))]

    @pytest.mark.parametrize(
        "part",
        [
            {"executableCode": {"language": "PYTHON", "code": "1"}},
            {"codeExecutionResult": {"outcome": "OUTCOME_OK"}, "thoughtSignature": "s"},
            {"videoMetadata": {"fps": 1}},
            {"toolCall": {"id": "x"}},
            {"soundscape": {"x": 1}},
        ],
    )
    def test_what_only_this_format_knows_is_kept_verbatim(self, part: Any) -> None:
        decoded = read(model(part))
        (only,) = decoded.messages[0].parts

        assert isinstance(only, Opaque)
        assert (only.codec, only.value.thaw()) == ("gemini", part)
        assert decoded.problems == ()

    def test_thoughts_calls_and_words_are_taken_apart_and_their_order_is_remembered(self) -> None:
        row = model(
            {"text": "Hm.", "thought": True},
            {"text": "Look:"},
            {**asked("now"), "thoughtSignature": "s"},
            {"text": "And so."},
        )
        decoded = read(row)
        said = decoded.messages[0]

        assert said == Assistant(
            (Text("Look:"), Text("And so.")),
            calls=(Call("gemini_0", "now", "{}", "s"),),
            reasoning=(Reasoning("Hm."),),
        )
        form = form_of(said)
        assert form is not None
        assert form.order == "tpcp"
        assert CODEC.encode(decoded, GEMINI).body == [row]

    def test_keys_nobody_knows_are_carried_where_they_stood(self) -> None:
        row = user({"fileData": {"fileUri": "gs://a", "x": 1}, "videoMetadata": {"fps": 2}}) | {
            "y": 3
        }
        message = read(row).messages[0]
        part = message.parts[0]

        assert isinstance(part, File)
        assert extra(message.extras, "gemini") == {"y": 3}
        assert extra(part.extras, "gemini") == {"videoMetadata": {"fps": 2}, "fileData": {"x": 1}}


class TestMessages:
    """Contents and messages are not one to one."""

    def test_each_result_is_a_message_and_so_are_the_words_beside_it(self) -> None:
        row = user(told("f", {"result": "1"}), told("g", {"n": 2}), {"text": "So?"})
        decoded = read(row)

        assert [type(node) for node in decoded.messages] == [ToolResult, ToolResult, User]
        assert CODEC.encode(decoded, GEMINI).body == [row]

    def test_the_system_text_is_the_first_message(self) -> None:
        body = {"system_instruction": {"parts": [{"text": "Be brief."}]}, "contents": []}
        decoded = CODEC.decode(body)

        assert decoded.messages[0] == System((Text("Be brief."),))
        assert CODEC.encode(decoded, GEMINI).body == body

    def test_media_of_a_result_are_parts_of_it(self) -> None:
        shot = {"inlineData": {"mimeType": "image/png", "data": "iVBO"}}
        result = read(user(told("shoot", {"ok": True}, parts=[shot]))).messages[0]

        assert result.parts == (Text('{"ok":true}'), Image(data="iVBO", media_type="image/png"))

    @pytest.mark.parametrize(
        ("role", "kind", "problems"),
        [
            ("function", User, 0),
            (None, User, 0),
            ("assistant", Assistant, 1),
            ("system", System, 1),
            ("robot", Unknown, 1),
            (5, User, 1),
        ],
    )
    def test_other_words_for_roles_are_understood(
        self, role: Any, kind: type, problems: int
    ) -> None:
        decoded = read({"role": role, "parts": [{"text": "hi"}]})

        assert isinstance(decoded.messages[0], kind)
        assert len(decoded.problems) == problems

    @pytest.mark.parametrize("value", [None, 5, {"contents": 5}, {}, ["hi"]])
    def test_what_is_no_list_of_contents_is_refused(self, value: Any) -> None:
        with pytest.raises(InvalidMessages):
            CODEC.decode(value)


class TestPairing:
    """Which call a result without an id answers."""

    def ids(self, *contents: Any) -> list[str]:
        decoded = read(*contents)
        assert CODEC.encode(decoded, GEMINI).body == list(contents)
        assert CODEC.encode(decoded, GEMINI).losses == ()
        return [node.call_id for node in decoded.messages if isinstance(node, ToolResult)]

    def test_by_name_and_order(self) -> None:
        calls = model(asked("f"), asked("g"), asked("f"))
        answers = user(told("g", {"r": 1}), told("f", {"r": 2}), told("f", {"r": 3}))

        assert self.ids(calls, answers) == ["gemini_1", "gemini_0", "gemini_2"]

    def test_the_newest_batch_before_one_that_was_never_answered(self) -> None:
        rows = (model(asked("f")), user({"text": "Go on"}), model(asked("f")), user(told("f", {})))

        assert self.ids(*rows) == ["gemini_1"]

    def test_ids_where_there_are_some(self) -> None:
        calls = model(asked("f", id="a"), asked("f", id="b"))

        assert self.ids(calls, user(told("f", {}, id="b"), told("f", {}, id="a"))) == ["b", "a"]

    def test_one_without_an_id_before_one_that_has_one(self) -> None:
        calls = model(asked("f", id="a"), asked("f"))

        assert self.ids(calls, user(told("f", {}), told("f", {}, id="a"))) == ["gemini_1", "a"]

    def test_results_that_changed_places_say_their_ids(self) -> None:
        rows = [model(asked("f"), asked("f")), user(told("f", {"n": 1}), told("f", {"n": 2}))]
        said, first, second = CODEC.decode(rows).messages
        body: Any = CODEC.encode(Conversation(pvector([said, second, first])), GEMINI).body
        assert [len(row["parts"]) for row in body] == [2, 2]
        again = CODEC.decode(body).messages

        assert [node.call_id for node in again[1:] if isinstance(node, ToolResult)] == [
            "gemini_1",
            "gemini_0",
        ]

    def test_nothing_if_there_is_no_such_call(self) -> None:
        assert self.ids(user(told("f", {}))) == [""]

    def test_a_message_put_between_changes_no_id(self) -> None:
        rows = [model(asked("f")), user(told("f", {}))]
        decoded = CODEC.decode(rows)
        more = pvector([User((Text("hi"),)), *decoded.messages])
        body = CODEC.encode(Conversation(more), GEMINI).body

        assert body == [user({"text": "hi"}), *rows]

    def test_an_id_that_was_made_up_is_written_where_reading_would_make_another(self) -> None:
        rows = [model(asked("f")), user(told("f", {})), model(asked("g")), user(told("g", {}))]
        later = CODEC.decode(rows).messages[2:]
        body: Any = CODEC.encode(Conversation(later), GEMINI).body

        assert body == [
            model({"functionCall": {"name": "g", "args": {}, "id": "gemini_1"}}),
            body[1],
        ]
        assert body[1]["parts"][0]["functionResponse"]["id"] == "gemini_1"


class TestTools:
    """Declarations and tools of the API's own."""

    BODY: ClassVar[Any] = {
        "contents": [],
        "tools": [
            {
                "function_declarations": [
                    {"name": "now", "description": "time"},
                    {"name": "f", "parameters_json_schema": {"type": "object"}, "x": 1},
                ],
                "googleSearch": {},
            },
            {"codeExecution": {}},
        ],
    }

    def test_each_is_a_declaration(self) -> None:
        tools = CODEC.decode(self.BODY).tools
        assert tools is not None

        assert [(one.tool, one.kind) for one in tools] == [
            ("now", "function"),
            ("f", "function"),
            ("googleSearch", "googleSearch"),
            ("codeExecution", "codeExecution"),
        ]

    def test_they_stand_together_as_they_stood(self) -> None:
        assert CODEC.encode(CODEC.decode(self.BODY), GEMINI) == (self.BODY, ())


class TestBadInput:
    """Read as well as it can be, and told."""

    @pytest.mark.parametrize(
        ("content", "path", "reason"),
        [
            (user("hi"), "parts[0]", "found a bare text, read as a part"),
            (user(None), "parts[0]", "found null, left out"),
            (user(5), "parts[0]", "found the int 5, kept as it is"),
            ({"parts": "hi"}, "parts", "found the text 'hi', kept as it is"),
            ({"parts": {"text": "hi"}}, "parts", "found a part without a list around it, read as a list of one"),
            (user({"text": 5}), "parts[0].text", "found what cannot stand there, kept as it is"),
            (user(asked("f")), "parts[0].functionCall", "found what cannot stand there, kept as it is"),
            (model(told("f", {})), "parts[0].functionResponse", "found what cannot stand there, kept as it is"),
            (model({"text": "a", **asked("f")}), "parts[0]", "found a part with more than one kind of data, kept as it is"),
            (model(asked("f", args=[1])), "parts[0].functionCall.args", "found a list, no object"),
            (user(told("f", ["a"])), "parts[0].functionResponse.response", "found a list, no object"),
        ],
    )  # fmt: skip
    def test_is_a_problem_and_goes_back_as_it_came(
        self, content: Any, path: str, reason: str
    ) -> None:
        decoded = read(content)
        left_out = reason.endswith("left out")

        assert [(one.index, one.path, one.reason) for one in decoded.problems] == [
            (0, path, reason)
        ]
        assert left_out or CODEC.encode(decoded, GEMINI).body == [content]

    @pytest.mark.parametrize(
        ("content", "where"),
        [
            ({"parts": [], 1: 2}, "message 0: "),
            (user({1: 2}), "message 0 at parts[0]: "),
            (user({"functionCall": {"name": "f", 1: 2}}), "message 0 at parts[0].functionCall: "),
        ],
    )
    def test_keys_that_are_no_texts_are_told_with_their_place(
        self, content: Any, where: str
    ) -> None:
        with pytest.raises(InvalidMessages) as raised:
            read(content)

        assert str(raised.value) == f"{where}found the key 1, expected a text"
