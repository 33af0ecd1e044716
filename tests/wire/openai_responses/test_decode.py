"""What items are read as."""

from __future__ import annotations

from typing import Any

import pytest

from ctxfn.messages import (
    Assistant,
    Audio,
    Call,
    File,
    Image,
    InvalidMessages,
    Node,
    Opaque,
    Part,
    Reasoning,
    Refusal,
    System,
    Text,
    TooDeep,
    ToolResult,
    User,
    freeze,
)
from ctxfn.wire import Loss, codec_named, detect, profile
from ctxfn.wire.openai_responses import form_of

CODEC = codec_named("openai_responses")
NAME = "openai_responses"
SEARCH = {"type": "web_search_call", "id": "ws_1", "status": "completed"}
MORE = {"type": "additional_tools", "role": "developer", "tools": []}


def spare(**keys: Any) -> Any:
    return ((NAME, freeze(keys)),)


PARTS: list[tuple[str, dict[str, Any], Part]] = [
    ("text", {"type": "input_text", "text": "a"}, Text("a")),
    ("answer", {"type": "output_text", "text": "a", "annotations": []}, Text("a")),
    (
        "sources",
        {"type": "output_text", "text": "a", "annotations": [{"type": "url_citation"}]},
        Text("a", extras=spare(annotations=[{"type": "url_citation"}])),
    ),
    ("refusal", {"type": "refusal", "refusal": "no"}, Refusal("no")),
    (
        "picture",
        {"type": "input_image", "image_url": "https://a.example/x.png", "detail": "low"},
        Image("https://a.example/x.png", detail="low"),
    ),
    ("upload", {"type": "input_image", "file_id": "f1"}, Image(file_id="f1")),
    (
        "file",
        {"type": "input_file", "filename": "a.pdf", "file_data": "data:application/pdf;base64,AA"},
        File(data="data:application/pdf;base64,AA", name="a.pdf"),
    ),
    (
        "file-url",
        {"type": "input_file", "file_url": "https://a.example/a"},
        File("https://a.example/a"),
    ),
    (
        "sound",
        {"type": "input_audio", "input_audio": {"data": "AA", "format": "wav"}},
        Audio(data="AA", media_type="audio/wav"),
    ),
    ("other", {"type": "hologram"}, Opaque(NAME, freeze({"type": "hologram"}))),
]

ITEMS: list[tuple[str, list[dict[str, Any]], list[Node]]] = [
    ("user", [{"role": "user", "content": "hi", "id": "msg_1"}], [User((Text("hi"),), "msg_1")]),
    (
        "developer",
        [{"type": "message", "role": "developer", "content": "Be brief."}],
        [System((Text("Be brief."),), developer=True)],
    ),
    (
        "answer",
        [
            {"type": "reasoning", "id": "rs_1", "summary": [], "encrypted_content": "x"},
            {
                "type": "message",
                "id": "msg_1",
                "role": "assistant",
                "status": "completed",
                "phase": "commentary",
                "content": [{"type": "output_text", "text": "Hm.", "annotations": []}],
            },
            {
                "type": "function_call",
                "id": "fc_1",
                "call_id": "c1",
                "name": "t",
                "arguments": "{}",
            },
            {"type": "custom_tool_call", "call_id": "c2", "name": "sh", "input": "ls"},
        ],
        [
            Assistant(
                (Text("Hm."),),
                "msg_1",
                (
                    Call("c1", "t", extras=spare(id="fc_1")),
                    Call("c2", "sh", "ls", kind="custom"),
                ),
                (Reasoning(sealed="x", extras=spare(id="rs_1")),),
                extras=spare(phase="commentary"),
            )
        ],
    ),
    (
        "summary",
        [{"type": "reasoning", "id": "rs_1", "summary": [{"type": "summary_text", "text": "So."}]}],
        [Assistant(reasoning=(Reasoning("So.", extras=spare(id="rs_1")),))],
    ),
    (
        "results",
        [
            {"type": "function_call_output", "call_id": "c1", "output": "1", "status": "completed"},
            {
                "type": "custom_tool_call_output",
                "call_id": "c2",
                "output": [{"type": "input_text", "text": "a"}],
            },
        ],
        [
            ToolResult((Text("1"),), call_id="c1", extras=spare(status="completed")),
            ToolResult((Text("a"),), call_id="c2", kind="custom"),
        ],
    ),
    (
        "server",
        [SEARCH, {"role": "assistant", "content": "Rain."}],
        [Assistant((Opaque(NAME, freeze(SEARCH)), Text("Rain.")))],
    ),
    ("reference", [{"id": "msg_9"}], [Assistant((Opaque(NAME, freeze({"id": "msg_9"})),))]),
    ("tools", [MORE], [System((Opaque(NAME, freeze(MORE)),), developer=True)]),
]

ANSWERS: list[tuple[str, list[str], list[int]]] = [
    ("one answer", ["reasoning", "message", "call", "call"], [4]),
    ("thought between calls", ["reasoning", "call", "reasoning", "call"], [4]),
    ("two messages", ["message", "message"], [1, 1]),
    ("thought for the next", ["reasoning", "message", "reasoning", "message"], [2, 2]),
    ("thought after a search", ["item", "reasoning", "message"], [1, 2]),
    ("said after the call", ["call", "message"], [2]),
]
ROWS: dict[str, dict[str, Any]] = {
    "reasoning": {"type": "reasoning", "id": "rs_1", "summary": []},
    "message": {"role": "assistant", "content": "Hm."},
    "call": {"type": "function_call", "call_id": "c1", "name": "t", "arguments": "{}"},
    "item": SEARCH,
}


@pytest.mark.parametrize(("row", "part"), [pytest.param(*rest, id=name) for name, *rest in PARTS])
def test_parts(row: dict[str, Any], part: Part) -> None:
    read = CODEC.decode([{"role": "user", "content": [row]}])

    assert read.messages[0].parts == (part,)
    assert read.problems == ()


@pytest.mark.parametrize(("rows", "nodes"), [pytest.param(*rest, id=name) for name, *rest in ITEMS])
def test_items(rows: list[Any], nodes: list[Node]) -> None:
    read = CODEC.decode(rows)

    assert list(read.messages) == nodes
    assert read.problems == ()


@pytest.mark.parametrize(
    ("kinds", "sizes"), [pytest.param(*rest, id=name) for name, *rest in ANSWERS]
)
def test_where_an_answer_ends(kinds: list[str], sizes: list[int]) -> None:
    rows = [ROWS[kind] for kind in kinds]
    read = CODEC.decode(rows)
    forms = [form_of(node) for node in read.messages]

    assert [len(form.pieces) for form in forms if form is not None] == sizes
    assert CODEC.encode(read, profile("openai/responses")).body == rows


class TestBodies:
    """What stands around the items."""

    def test_instructions_come_first_and_go_back_to_their_field(self) -> None:
        body = {"model": "gpt-5", "instructions": "Be brief.", "input": "hi", "store": True}
        read = CODEC.decode(body)

        assert list(read.messages) == [System((Text("Be brief."),)), User((Text("hi"),))]
        assert read.settings == freeze({"model": "gpt-5", "store": True})
        assert CODEC.encode(read, profile("openai/responses")).body == body

    def test_a_body_may_refer_to_what_the_server_has(self) -> None:
        body = {"previous_response_id": "resp_1", "model": "gpt-5"}
        read = CODEC.decode(body)

        assert list(read.messages) == []
        assert CODEC.encode(read, profile("openai/responses")).body == body

    @pytest.mark.parametrize(
        "body", ["hi", {"model": "m"}, {"input": None}, {"input": 5}, [None], ["hi"]]
    )
    def test_what_is_no_request_is_refused(self, body: object) -> None:
        with pytest.raises(InvalidMessages):
            CODEC.decode(body)

    def test_a_number_that_json_lacks_is_refused_with_its_place(self) -> None:
        row = {"role": "user", "content": "hi", "x": [float("nan")]}

        with pytest.raises(InvalidMessages, match=r"message 1 at input\[1\]\.x\[0\]"):
            CODEC.decode({"input": [{"role": "user", "content": "a"}, row]})

    @pytest.mark.parametrize(
        "body",
        [
            [{"role": "user", "content": "hi", "id": 10**5000}],
            [{"role": "user", "content": 10**5000}],
            [{"role": 10**5000}],
        ],
        ids=["id", "content", "role"],
    )
    def test_a_number_too_long_to_write_is_refused(self, body: object) -> None:
        with pytest.raises(InvalidMessages):
            CODEC.decode(body)

    def test_what_is_nested_too_deep_is_refused_with_its_message(self) -> None:
        deep: object = 1
        for _ in range(600):
            deep = [deep]

        with pytest.raises(TooDeep, match="message 0"):
            CODEC.decode([{"role": "user", "content": "hi", "x": deep}])

    @pytest.mark.parametrize(
        "value",
        [
            {"input": [{"role": "user", "content": "hi"}]},
            [{"type": "custom_tool_call", "call_id": "c"}],
            [{"type": "web_search_call", "id": "ws_1"}],
            [{"type": "compaction", "encrypted_content": "x"}],
            [{"role": "user", "content": [{"type": "input_text", "text": "hi"}]}],
        ],
    )
    def test_is_recognised(self, value: object) -> None:
        assert detect(value) == NAME


ODD: list[tuple[str, dict[str, Any], Loss]] = [
    (
        "content",
        {"role": "user", "content": 5},
        Loss(0, "input[0].content", "found the int 5, read as the text of its JSON"),
    ),
    (
        "role",
        {"role": "robot", "content": "hi"},
        Loss(0, "input[0].role", "found the role 'robot', which the format does not have"),
    ),
    (
        "summary",
        {"type": "reasoning", "id": "rs_1"},
        Loss(0, "input[0].summary", "found nothing, read as an empty list"),
    ),
    (
        "arguments",
        {"type": "function_call", "call_id": "c", "name": "t", "arguments": {"a": 1}},
        Loss(0, "input[0].arguments", "found an object, read as the text of its JSON"),
    ),
    (
        "call_id",
        {"type": "function_call_output", "output": "1"},
        Loss(0, "input[0].call_id", "found nothing, read as the result of no call"),
    ),
    (
        "number",
        {"type": "function_call", "call_id": 7, "name": "t", "arguments": "{}"},
        Loss(0, "input[0].call_id", "found the int 7, read as text"),
    ),
    (
        "name",
        {"type": "function_call", "call_id": "c", "name": 10**5000, "arguments": "{}"},
        Loss(0, "input[0].name", "found the int (large), read as no name"),
    ),
    (
        "id",
        {"role": "user", "content": "hi", "id": ["m"]},
        Loss(0, "input[0].id", "found a list, kept as it is"),
    ),
    (
        "part",
        {"role": "user", "content": [{"type": "input_text"}]},
        Loss(
            0, "input[0].content[0]", "found a part that lacks what its type needs, kept as it is"
        ),
    ),
    (
        "null",
        {"role": "user", "content": [None]},
        Loss(0, "input[0].content[0]", "found null, left out"),
    ),
]


@pytest.mark.parametrize(("row", "problem"), [pytest.param(*rest, id=name) for name, *rest in ODD])
def test_what_is_odd_is_told(row: dict[str, Any], problem: Loss) -> None:
    assert CODEC.decode([row]).problems == (problem,)


def test_the_index_is_that_of_the_message_the_path_that_of_the_item() -> None:
    rows = [*ROWS.values(), {"role": "user", "content": 5}]

    assert [(one.index, one.path) for one in CODEC.decode(rows).problems] == [
        (1, "input[4].content")
    ]
