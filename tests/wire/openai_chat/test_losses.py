"""What the format cannot say is said to be lost; what it can say comes back."""

from __future__ import annotations

import pytest
from hypothesis import event, given

from ctxfn.messages import (
    Assistant,
    Audio,
    Block,
    Call,
    Council,
    File,
    Image,
    Instruction,
    Node,
    Opaque,
    Origin,
    Reasoning,
    RetryOf,
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
    call,
    chat,
    freeze,
    tool_result,
    user,
    with_parts,
)
from ctxfn.tools import Declaration
from ctxfn.wire import Conversation, Loss, codec_named, profile
from tests.wire.openai_chat.conversations import conversations, in_wire_names

CODEC = codec_named("openai_chat")
CHAT = profile("openai")
COMPATIBLE = profile("openai/compatible")
WORDS = (Text("hi"),)

LOSSES: list[tuple[str, Node, Loss]] = [
    ("card", Council(), Loss(0, "", "a card ('agentCouncil'); flatten it first")),
    (
        "unknown role",
        Unknown("robot", WORDS),
        Loss(0, "role", "the role 'robot', which the format does not have"),
    ),
    (
        "block",
        User(WORDS, blocks=(Block("date", "Monday"),)),
        Loss(0, "blocks[0]", "the block 'date' has not been written out"),
    ),
    (
        "signed text",
        User((Text("hi", "s"),)),
        Loss(0, "parts[0].signature", "texts are not signed here"),
    ),
    (
        "video",
        user("see", Video("https://example.org/a.mp4")),
        Loss(0, "parts[1]", "openai/chat has no videos"),
    ),
    (
        "sealed reasoning",
        Assistant(WORDS, reasoning=(Reasoning(sealed="x"),)),
        Loss(0, "reasoning[0].sealed", "reasoning here is text alone"),
    ),
    (
        "several thoughts",
        Assistant(WORDS, reasoning=(Reasoning("a"), Reasoning("b"))),
        Loss(0, "reasoning", "2 pieces of reasoning, written as one"),
    ),
    (
        "error",
        ToolResult(WORDS, None, "c", error=ToolError("late")),
        Loss(0, "error", "a result here has words only: its error is not among them"),
    ),
    (
        "state",
        ToolResult(WORDS, None, "c", state=freeze({})),
        Loss(0, "state", "a result here has words only: its state is not among them"),
    ),
    (
        "signed call",
        Assistant(calls=(Call("c", "t", signature="s"),)),
        Loss(0, "calls[0].signature", "calls are not signed for openai/chat"),
    ),
    (
        "two old calls",
        Assistant(
            calls=(
                Call("function_call:0", "t", kind="function_call"),
                Call("function_call:0", "u", kind="function_call"),
            )
        ),
        Loss(0, "calls[1].kind", "a second call of the old kind, written as a tool call"),
    ),
    (
        "call of another kind",
        Assistant(calls=(Call("c", "t", kind="computer"),)),
        Loss(0, "calls[0].kind", "no call of the kind 'computer' here, written as a function"),
    ),
    (
        "part of another codec",
        user("a", Opaque("gemini", freeze({}))),
        Loss(0, "parts[1]", "a part that only the format gemini knows"),
    ),
    (
        "upload of an image",
        user("a", Image(file_id="f")),
        Loss(0, "parts[1]", "an image without an address or bytes of a known type"),
    ),
    (
        "sound by address",
        user("a", Audio(url="https://example.org/a.wav")),
        Loss(0, "parts[1]", "a sound without its bytes"),
    ),
    (
        "file by address",
        user("a", File(url="https://example.org/a.pdf")),
        Loss(0, "parts[1]", "a file without its bytes or the id of an upload"),
    ),
    (
        "id",
        User(WORDS, "m1"),
        Loss(None, "messages[].id", "no word for it here, left out of 1"),
    ),
    (
        "origin",
        User(WORDS, origin=Origin(agent="ann")),
        Loss(None, "messages[].origin.agent", "no word for it here, left out of 1"),
    ),
    (
        "mark",
        User(WORDS, marks=(Instruction("do"),)),
        Loss(None, "messages[].marks.Instruction", "no word for it here, left out of 1"),
    ),
    (
        "usage",
        Assistant(WORDS, usage=Usage(1, 2)),
        Loss(None, "messages[].usage", "no word for it here, left out of 1"),
    ),
    (
        "extras of another codec",
        User(WORDS, extras=(("uichat", freeze({"x": 1})),)),
        Loss(None, "messages[].extras.uichat", "no word for it here, left out of 1"),
    ),
]


class TestLosses:
    """Each with its message, its place and its reason."""

    @pytest.mark.parametrize(
        ("node", "loss"), [(node, loss) for _, node, loss in LOSSES], ids=[one[0] for one in LOSSES]
    )
    def test_is_told(self, node: Node, loss: Loss) -> None:
        assert CODEC.encode(Conversation(chat(node)), CHAT).losses == (loss,)

    def test_one_loss_a_field_however_many_messages_have_it(self) -> None:
        said = Conversation(chat(User(WORDS, "a"), User(WORDS, "b")))

        assert CODEC.encode(said, CHAT).losses == (
            Loss(None, "messages[].id", "no word for it here, left out of 2"),
        )

    def test_a_bare_list_has_no_place_for_tools(self) -> None:
        said = Conversation(chat(), (Declaration("t"),))

        assert CODEC.encode(said, CHAT).losses == (
            Loss(None, "tools", "a bare list of messages has no place for tools"),
        )

    def test_a_tool_of_another_kind_is_left_out_and_told(self) -> None:
        said = Conversation(chat(), (Declaration("web", kind="web_search"),), freeze({}))
        encoded = CODEC.encode(said, CHAT)

        assert encoded.body == {"messages": [], "tools": []}
        assert encoded.losses == (Loss(None, "tools[0]", "no tool of the kind 'web_search' here"),)

    def test_what_is_about_our_own_work_is_no_loss(self) -> None:
        ours = ToolResult(WORDS, None, "c", synthetic="open", origin=Origin(ours="pair"))

        assert CODEC.encode(Conversation(chat(ours)), CHAT).losses == ()

    def test_a_store_key_whose_fact_changed_is_told(self) -> None:
        read = CODEC.decode([{"role": "user", "content": "hi", "id": "m1", "retry_of": "m0"}])
        node = read.messages[0]
        changed = User(node.parts, "m2", extras=node.extras, marks=(RetryOf("m9"),))

        assert [one.path for one in CODEC.encode(Conversation(chat(changed)), CHAT).losses] == [
            "messages[].id",
            "messages[].marks.RetryOf",
        ]


class TestUsualForm:
    """How messages are written that were not read here."""

    @pytest.mark.parametrize(
        ("node", "row"),
        [
            (user("hi", name="ann"), {"role": "user", "name": "ann", "content": "hi"}),
            (User(), {"role": "user", "content": ""}),
            (
                User((Text("hi", extras=(("openai_chat", freeze({"cache_control": {}})),)),)),
                {
                    "role": "user",
                    "content": [{"type": "text", "text": "hi", "cache_control": {}}],
                },
            ),
            (User((Text(""),)), {"role": "user", "content": [{"type": "text", "text": ""}]}),
            (System(WORDS, developer=True), {"role": "developer", "content": "hi"}),
            (Assistant(), {"role": "assistant", "content": ""}),
            (
                assistant(call("c", ToolName("web", "search"))),
                {
                    "role": "assistant",
                    "content": None,
                    "tool_calls": [
                        {
                            "id": "c",
                            "type": "function",
                            "function": {"name": "web____search", "arguments": "{}"},
                        }
                    ],
                },
            ),
            (
                tool_result("c", "42", tool=ToolName("web", "search")),
                {"role": "tool", "tool_call_id": "c", "name": "web____search", "content": "42"},
            ),
            (
                assistant(Reasoning("so"), "hi"),
                {"role": "assistant", "content": "hi", "reasoning_content": "so"},
            ),
            (
                user("see", Image(data="/9j/4AA=")),
                {
                    "role": "user",
                    "content": [
                        {"type": "text", "text": "see"},
                        {
                            "type": "image_url",
                            "image_url": {"url": "data:image/jpeg;base64,/9j/4AA="},
                        },
                    ],
                },
            ),
            (
                user(Audio(data="AA", media_type="audio/mpeg")),
                {
                    "role": "user",
                    "content": [
                        {"type": "input_audio", "input_audio": {"data": "AA", "format": "mp3"}}
                    ],
                },
            ),
            (
                user(File(data="AA", media_type="application/pdf", name="a.pdf")),
                {
                    "role": "user",
                    "content": [
                        {
                            "type": "file",
                            "file": {
                                "file_data": "data:application/pdf;base64,AA",
                                "filename": "a.pdf",
                            },
                        }
                    ],
                },
            ),
        ],
    )
    def test_is_written_as(self, node: Node, row: dict[str, object]) -> None:
        encoded = CODEC.encode(Conversation(chat(node)), CHAT)

        assert encoded.losses == ()
        assert encoded.body == [row]

    def test_a_server_with_videos_gets_them(self) -> None:
        said = Conversation(chat(user(Video("u"))))

        assert CODEC.encode(said, COMPATIBLE).losses == ()

    def test_a_changed_text_forgets_how_the_old_one_was_written(self) -> None:
        read = CODEC.decode([{"content": [{"type": "text", "text": "old"}], "role": "user"}])
        changed = with_parts(read.messages[0], (Text("new"),))

        assert CODEC.encode(Conversation(chat(changed)), CHAT).body == [
            {"role": "user", "content": "new"}
        ]


class TestProperties:
    """Over conversations made by programs."""

    @given(conversations)
    def test_without_a_loss_decode_undoes_encode(self, said: Conversation) -> None:
        encoded = CODEC.encode(said, CHAT)
        event("loses something" if encoded.losses else "loses nothing")
        if encoded.losses:
            return
        decoded = CODEC.decode(encoded.body)

        assert decoded.problems == ()
        assert decoded == in_wire_names(said)

    @given(conversations)
    def test_what_is_written_is_well_formed(self, said: Conversation) -> None:
        body = CODEC.encode(said, CHAT).body
        decoded = CODEC.decode(body)

        assert decoded.problems == ()
        assert CODEC.encode(decoded, CHAT) == (body, ())


@pytest.mark.parametrize(
    ("value", "reason"),
    [
        (None, "null is no part"),
        ("a", "it reads as a part of a type that is known here"),
        ({"type": "text", "text": "a"}, "it reads as a part of a type that is known here"),
    ],
    ids=repr,
)
def test_an_opaque_part_that_reads_as_another_is_told(value: object, reason: str) -> None:
    said = Conversation(chat(User((Opaque("openai_chat", freeze(value)),))))

    encoded = codec_named("openai_chat").encode(said, profile("openai"))

    assert [loss.reason for loss in encoded.losses] == [reason]
