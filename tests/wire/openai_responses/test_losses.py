"""What the format cannot say is said to be lost, with its message, its place and the reason."""

from __future__ import annotations

from typing import Any

import pytest

from ctxfn.messages import (
    Assistant,
    Audio,
    Block,
    Call,
    Council,
    Image,
    Node,
    Opaque,
    Origin,
    Reasoning,
    Refusal,
    System,
    Text,
    ToolError,
    ToolName,
    ToolResult,
    Unknown,
    Usage,
    User,
    Video,
    assistant,
    chat,
    freeze,
    user,
)
from ctxfn.tools import Declaration
from ctxfn.wire import Conversation, Encoded, Loss, Profile, codec_named, profile

CODEC = codec_named("openai_responses")
HERE = profile("openai/responses")
NAME = "openai_responses"
WORDS = (Text("hi"),)
SEARCH = Opaque(NAME, freeze({"type": "web_search_call", "id": "ws_1"}))
SEALED = Reasoning(sealed="x", extras=((NAME, freeze({"id": "rs_1"})),))
FOREIGN = Reasoning("Hm.", signature="s")


def items(*nodes: Node, to: Profile = HERE) -> Encoded:
    return CODEC.encode(Conversation(chat(*nodes)), to)


def rows_and_losses(*nodes: Node, to: Profile = HERE) -> tuple[list[Any], tuple[Loss, ...]]:
    body, losses = items(*nodes, to=to)
    assert isinstance(body, list)
    return body, losses


LOSSES: list[tuple[str, Node, Loss]] = [
    ("card", Council(), Loss(0, "", "a card ('agentCouncil'); flatten it first")),
    (
        "role",
        Unknown("robot", WORDS),
        Loss(0, "role", "the role 'robot', which the format does not have"),
    ),
    (
        "block",
        User(WORDS, blocks=(Block("date", "Monday"),)),
        Loss(0, "blocks[0]", "the block 'date' has not been written out"),
    ),
    ("name", User(WORDS, name="ann"), Loss(0, "name", "the format has no place for all of it")),
    (
        "video",
        User((*WORDS, Video("https://a.example/a.mp4"))),
        Loss(0, "parts[1]", "openai/responses takes no video from the role 'user'"),
    ),
    (
        "sound",
        User((*WORDS, Audio(data="AA", media_type="audio/wav"))),
        Loss(0, "parts[1]", "openai/responses takes no audio from the role 'user'"),
    ),
    (
        "picture of a model",
        Assistant((*WORDS, Image("https://a.example/x.png"))),
        Loss(0, "parts[1]", "openai/responses takes no image from the role 'assistant'"),
    ),
    (
        "picture without source",
        User((*WORDS, Image(id="i1"))),
        Loss(0, "parts[1]", "image without an address, bytes or an upload that has a place here"),
    ),
    ("refusal", User((*WORDS, Refusal("no"))), Loss(0, "parts[1]", "only a model refuses")),
    (
        "foreign part",
        User((*WORDS, Opaque("gemini", freeze({"x": 1})))),
        Loss(0, "parts[1]", "a part that only the format gemini knows"),
    ),
    (
        "signed text",
        Assistant((Text("hi", signature="s"),)),
        Loss(0, "parts[0].signature", "texts are not signed here"),
    ),
    (
        "signed call",
        Assistant(calls=(Call("c", "t", signature="s"),)),
        Loss(0, "calls[0].signature", "calls are not signed for openai/responses"),
    ),
    (
        "old call",
        Assistant(calls=(Call("c", "t", kind="function_call"),)),
        Loss(0, "calls[0].kind", "no call of the kind 'function_call' here, written as a function"),
    ),
    (
        "foreign thought",
        Assistant(WORDS, reasoning=(FOREIGN,)),
        Loss(0, "reasoning[0]", "what another model thought is not replayed here"),
    ),
    (
        "lone thought",
        Assistant(reasoning=(SEALED,)),
        Loss(0, "reasoning", "nothing that it led to follows"),
    ),
    (
        "error",
        ToolResult(WORDS, call_id="c", error=ToolError("late")),
        Loss(0, "error", "a result here has words only: its error is not among them"),
    ),
    (
        "state",
        ToolResult(WORDS, call_id="c", state=freeze({})),
        Loss(0, "state", "a result here has words only: its state is not among them"),
    ),
    ("tool", ToolResult(WORDS, call_id="c", tool="t"), Loss(None, "messages[].tool", "")),
    ("id", User(WORDS, "m1"), Loss(None, "messages[].id", "")),
    ("origin", User(WORDS, origin=Origin(agent="a")), Loss(None, "messages[].origin.agent", "")),
    ("usage", Assistant(WORDS, usage=Usage(1)), Loss(None, "messages[].usage", "")),
    (
        "extras",
        User(WORDS, extras=(("gemini", freeze({"x": 1})),)),
        Loss(None, "messages[].extras.gemini", ""),
    ),
]


@pytest.mark.parametrize(("node", "loss"), [pytest.param(*rest, id=name) for name, *rest in LOSSES])
def test_each_loss_has_its_place_and_reason(node: Node, loss: Loss) -> None:
    reason = loss.reason or "no word for it here, left out of 1"

    assert items(node).losses == (Loss(loss.index, loss.path, reason),)


def test_two_answers_that_would_be_read_as_one() -> None:
    body, losses = rows_and_losses(assistant("Let me see."), Assistant(calls=(Call("c", "t"),)))

    assert [row["type"] for row in body] == ["message", "function_call"]
    assert losses == (
        Loss(1, "", "nothing shows that it is another answer than the one before it"),
    )


def test_words_on_both_sides_of_an_item_are_two_messages() -> None:
    body, losses = rows_and_losses(Assistant((Text("a"), SEARCH, Text("b"))))

    assert [row["type"] for row in body] == ["message", "web_search_call", "message"]
    assert losses == (Loss(0, "", "it is read as 2 messages"),)


def test_two_messages_of_a_model_stay_two() -> None:
    said = chat(assistant("a"), assistant("b"))
    encoded = CODEC.encode(Conversation(said), HERE)

    assert encoded.losses == ()
    assert CODEC.decode(encoded.body).messages == said


def test_ours_and_made_up_is_no_part_of_what_is_said() -> None:
    node = ToolResult(WORDS, call_id="c", synthetic="lost", origin=Origin(ours="pairing"))

    assert items(node).losses == ()


def test_spellings_of_the_wire_are_no_losses() -> None:
    call = Call("c", ToolName("weather", "forecast"))
    body, losses = rows_and_losses(
        Assistant(calls=(call,)), user("hi"), User((Image(data="iVBORw0KGgo="),))
    )

    assert losses == ()
    assert body[0]["name"] == "weather____forecast"
    assert body[2]["content"][0]["image_url"] == "data:image/png;base64,iVBORw0KGgo="


class TestIds:
    """Which ids of items a target takes."""

    ANSWER = Assistant(WORDS, "msg_1", (Call("c", "t", extras=((NAME, freeze({"id": "fc_1"})),)),))

    def test_an_answer_with_an_id_is_written_as_a_server_s_own(self) -> None:
        body, losses = rows_and_losses(self.ANSWER)

        assert losses == ()
        assert body[0] == {
            "type": "message",
            "role": "assistant",
            "id": "msg_1",
            "status": "completed",
            "content": [{"type": "output_text", "text": "hi", "annotations": []}],
        }

    @pytest.mark.parametrize("wrong", ["chatcmpl-88", "msg_a-b"])
    def test_ids_of_others_are_left_out(self, wrong: str) -> None:
        read = CODEC.decode([{"role": "assistant", "id": wrong, "content": "hi"}])
        body, losses = CODEC.encode(read, HERE)

        assert body == [{"role": "assistant", "content": "hi"}]
        assert [loss.path for loss in losses] == ["id"]

    def test_an_answer_that_loses_its_id_loses_its_status(self) -> None:
        row = {
            "type": "message",
            "id": "chatcmpl-88",
            "role": "assistant",
            "status": "incomplete",
            "content": [{"type": "output_text", "text": "hi", "annotations": []}],
        }
        body, losses = CODEC.encode(CODEC.decode([row]), HERE)

        assert body == [{"type": "message", "role": "assistant", "content": "hi"}]
        assert [loss.path for loss in losses] == ["id", "extras.status"]

    def test_other_servers_take_any(self) -> None:
        rows = [
            {"type": "reasoning", "id": "1e97", "summary": []},
            {"role": "assistant", "content": "a"},
        ]

        assert CODEC.encode(CODEC.decode(rows), profile("openai/responses-compatible")) == (
            rows,
            (),
        )

    def test_where_nothing_is_stored_no_id_means_anything(self) -> None:
        bare = Reasoning(extras=((NAME, freeze({"id": "rs_2"})),))
        reference = Opaque(NAME, freeze({"type": "item_reference", "id": "msg_9"}))
        node = Assistant((reference, *WORDS), "msg_1", self.ANSWER.calls, (SEALED, bare))
        body, losses = CODEC.encode(
            Conversation(chat(node), settings=freeze({"store": False})), HERE
        )

        assert isinstance(body, dict)
        assert body["input"] == [
            {"type": "reasoning", "id": "rs_1", "summary": [], "encrypted_content": "x"},
            {"type": "message", "role": "assistant", "content": "hi"},
            {"type": "function_call", "call_id": "c", "name": "t", "arguments": "{}"},
        ]
        assert {"id", "parts[0]", "reasoning[1]", "calls[0].id"} <= {one.path for one in losses}

    def test_without_its_reasoning_an_answer_keeps_no_ids(self) -> None:
        node = Assistant(WORDS, "msg_1", self.ANSWER.calls, (SEALED,))
        body, losses = rows_and_losses(node, to=profile("openai/responses-plain"))

        assert body == [
            {"type": "message", "role": "assistant", "content": "hi"},
            {"type": "function_call", "call_id": "c", "name": "t", "arguments": "{}"},
        ]
        assert [one.path for one in losses] == ["reasoning[0]", "id", "calls[0].id"]


class TestBodies:
    """What a request, or a bare list, has no place for."""

    def test_a_bare_list_has_no_tools(self) -> None:
        encoded = CODEC.encode(Conversation(chat(user("hi")), (Declaration("t"),)), HERE)

        assert encoded.losses == (
            Loss(None, "tools", "a bare list of items has no place for tools"),
        )

    def test_the_first_system_message_is_the_instructions_of_a_body(self) -> None:
        said = chat(System(WORDS), System(WORDS), user("hi"))
        encoded = CODEC.encode(Conversation(said, settings=freeze({})), HERE)

        assert encoded.body == {
            "instructions": "hi",
            "input": [
                {"type": "message", "role": "system", "content": "hi"},
                {"type": "message", "role": "user", "content": "hi"},
            ],
        }
        assert encoded.losses == ()

    def test_instructions_that_are_there_already_stay(self) -> None:
        settings = freeze({"instructions": "Be brief."})
        body, losses = CODEC.encode(Conversation(chat(System(WORDS)), settings=settings), HERE)

        assert isinstance(body, dict)
        assert body["instructions"] == "Be brief."
        assert losses[0].path == "settings.instructions"

    @pytest.mark.parametrize(
        ("declared", "row"),
        [
            (
                Declaration("t", "d", freeze({"type": "object"}), True),
                {
                    "type": "function",
                    "name": "t",
                    "description": "d",
                    "parameters": {"type": "object"},
                    "strict": True,
                },
            ),
            (Declaration("t", kind="custom"), {"type": "custom", "name": "t"}),
            (
                Declaration("web_search", kind="web_search", extras=((NAME, freeze({"a": 1})),)),
                {"type": "web_search", "a": 1},
            ),
        ],
    )
    def test_tools_lie_flat(self, declared: Declaration, row: object) -> None:
        encoded = CODEC.encode(Conversation(chat(), (declared,), freeze({})), HERE)

        assert encoded.losses == ()
        assert encoded.body == {"input": [], "tools": [row]}
        assert CODEC.decode(encoded.body).tools == (declared,)

    @pytest.mark.parametrize(
        ("declared", "path"),
        [
            (Declaration("t", kind="retrieval"), "tools[0]"),
            (Declaration("t", kind="function_call"), "tools[0].kind"),
            (Declaration("t", extras=(("gemini", freeze({"a": 1})),)), "tools[0].extras.gemini"),
            (Declaration("t", kind="custom", strict=True), "tools[0]"),
        ],
    )
    def test_tools_that_cannot_be_said(self, declared: Declaration, path: str) -> None:
        encoded = CODEC.encode(Conversation(chat(), (declared,), freeze({})), HERE)

        assert [one.path for one in encoded.losses] == [path]

    def test_a_tool_in_the_form_of_chat_is_read(self) -> None:
        nested = {"type": "function", "function": {"name": "t", "strict": True}}
        read = CODEC.decode({"input": "hi", "tools": [nested]})

        assert read.tools == (Declaration("t", strict=True),)
        assert [one.path for one in read.problems] == ["tools[0].function"]
