"""What is written for conversations of others, and what the format has no word for."""

from __future__ import annotations

from typing import Any

import pytest

from ctxfn.messages import (
    Assistant,
    Audio,
    Call,
    File,
    Image,
    Opaque,
    Origin,
    Reasoning,
    Refusal,
    System,
    Text,
    ToolError,
    ToolName,
    ToolResult,
    User,
    Video,
    assistant,
    call,
    chat,
    freeze,
    system,
    tool_result,
    user,
)
from ctxfn.tools import Declaration
from ctxfn.wire import Conversation, Encoded, Loss, codec_named, profile

CODEC = codec_named("bedrock")


def told(*nodes: Any, to: str = "bedrock/claude", **more: Any) -> Encoded:
    return CODEC.encode(Conversation(chat(*nodes), **more), profile(to))


def paths(encoded: Encoded) -> list[str]:
    return [loss.path for loss in encoded.losses]


class TestTurns:
    TALK = (assistant(call("t1", "now"), call("t2", "here")), tool_result("t1", "noon"))

    def test_results_of_a_batch_and_words_behind_them_share_a_message(self) -> None:
        body: Any = told(*self.TALK, tool_result("t2", "Oslo"), user("So?")).body

        assert [[next(iter(block)) for block in row["content"]] for row in body] == [
            ["toolUse", "toolUse"],
            ["toolResult", "toolResult", "text"],
        ]

    def test_a_target_that_wants_them_apart_gets_them_apart(self) -> None:
        body: Any = told(*self.TALK, user("So?"), to="bedrock/llama").body

        assert [row["role"] for row in body] == ["assistant", "user", "user"]

    def test_system_text_makes_a_body_of_a_list(self) -> None:
        encoded = told(system("Rhyme."), user("Hi"))

        assert encoded.body == {
            "system": [{"text": "Rhyme."}],
            "messages": [{"role": "user", "content": [{"text": "Hi"}]}],
        }
        assert paths(encoded) == [""]


class TestMedia:
    @pytest.mark.parametrize(
        ("part", "block"),
        [
            (
                Image("data:image/jpeg;base64,AAAA"),
                {"image": {"format": "jpeg", "source": {"bytes": "AAAA"}}},
            ),
            (
                Video(data="AAAA", media_type="video/webm"),
                {"video": {"format": "webm", "source": {"bytes": "AAAA"}}},
            ),
            (
                File(data="JVBERg==", name="plan"),
                {"document": {"format": "pdf", "name": "plan", "source": {"bytes": "JVBERg=="}}},
            ),
            (
                File(text="Words.", name="plan"),
                {"document": {"format": "txt", "name": "plan", "source": {"text": "Words."}}},
            ),
            (
                Image("s3://box/a.png"),
                {"image": {"format": "png", "source": {"s3Location": {"uri": "s3://box/a.png"}}}},
            ),
        ],
    )
    def test_what_is_written(self, part: Any, block: Any) -> None:
        assert told(user(part)).body == [{"role": "user", "content": [block]}]

    @pytest.mark.parametrize(
        "part",
        [
            Image("https://a.example/x.png"),
            Image(file_id="f1"),
            File(file_id="f1"),
            File(data="AAAA", media_type="application/zip"),
            Audio(url="https://a.example/x.mp3"),
            Opaque("gemini", freeze({"executableCode": {}})),
        ],
    )
    def test_what_is_not(self, part: Any) -> None:
        encoded = told(user("Look:", part))

        assert encoded.body == [{"role": "user", "content": [{"text": "Look:"}]}]
        assert paths(encoded) == ["parts[1]"]

    def test_a_document_without_a_name_gets_one_and_it_is_told(self) -> None:
        assert paths(told(user(File(data="JVBERg==")))) == ["parts[0].name"]

    def test_a_second_source_is_told(self) -> None:
        part = Image(url="https://a.example/x.png", data="iVBORw0KGgo=")

        assert paths(told(user(part))) == ["parts[0].url"]


class TestWords:
    @pytest.mark.parametrize(
        ("node", "path"),
        [
            (User((Text("a"),), name="ann"), "name"),
            (User((Text("a", signature="s"),)), "parts[0].signature"),
            (Assistant((Refusal("No."),)), "parts[0]"),
            (Assistant((Text("a"),), reasoning=(Reasoning("Hm."),)), "reasoning[0]"),
            (Assistant(calls=(Call("c", "n", "[1]"),)), "calls[0].arguments"),
            (Assistant(calls=(Call("c", "n", "{"),)), "calls[0].arguments"),
            (Assistant(calls=(Call("c", "n", "x", kind="custom"),)), "calls[0].kind"),
            (Assistant(calls=(Call("c", "n", signature="s"),)), "calls[0].signature"),
            (ToolResult((Text("a"),), call_id="c", error=ToolError("why")), "error"),
            (ToolResult((Text("a"),), call_id="c", state=freeze(1)), "state"),
            (User((Text("a"),), id="m1"), "messages[].id"),
            (User((Text("a"),), origin=Origin(agent="b")), "messages[].origin.agent"),
            (System((Image("data:image/png;base64,AAAA"), Text("a"))), "parts"),
        ],
    )
    def test_each_thing_without_a_place_is_told(self, node: Any, path: str) -> None:
        assert path in paths(told(node, settings=freeze({})))

    def test_a_failure_without_words_says_why(self) -> None:
        body: Any = told(ToolResult(call_id="c", error=ToolError("gone"))).body

        assert body[0]["content"][0]["toolResult"] == {
            "toolUseId": "c",
            "content": [{"text": "gone"}],
            "status": "error",
        }

    def test_models_that_do_not_sign_get_thoughts_as_they_are(self) -> None:
        said = Assistant((Text("a"),), reasoning=(Reasoning("Hm."),))
        body: Any = told(said, to="bedrock/other").body

        assert body[0]["content"][0] == {"reasoningContent": {"reasoningText": {"text": "Hm."}}}


class TestTools:
    def test_a_declaration(self) -> None:
        tool = Declaration(ToolName("clock", "now"), "Tell.", freeze({"type": "object"}))
        body: Any = told(user("hi"), tools=(tool,), settings=freeze({})).body

        assert body["toolConfig"]["tools"] == [
            {
                "toolSpec": {
                    "name": "clock____now",
                    "description": "Tell.",
                    "inputSchema": {"json": {"type": "object"}},
                }
            }
        ]

    @pytest.mark.parametrize(
        ("tools", "loss"),
        [
            ((), Loss(None, "tools", "an empty list of tools is refused, left out")),
            (
                (Declaration("web", kind="web_search"),),
                Loss(None, "tools[0]", "no tool of the kind 'web_search' here"),
            ),
            (
                (Declaration("now"),),
                Loss(None, "tools[0].parameters", "no parameters, declared as an object"),
            ),
        ],
    )
    def test_what_is_told(self, tools: Any, loss: Loss) -> None:
        assert loss in told(user("hi"), tools=tools, settings=freeze({})).losses

    def test_nothing_is_chosen_among_no_tools(self) -> None:
        settings = freeze({"toolConfig": {"toolChoice": {"auto": {}}}})
        encoded = told(user("hi"), settings=settings)

        assert encoded.body == {"messages": [{"role": "user", "content": [{"text": "hi"}]}]}
        assert paths(encoded) == ["settings.toolConfig"]
