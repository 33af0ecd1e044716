"""What the format cannot say is told: where, and why."""

from __future__ import annotations

from typing import Any

import pytest

from ctxfn.messages import (
    Audio,
    Call,
    File,
    Image,
    Node,
    Opaque,
    Reasoning,
    Refusal,
    System,
    Text,
    ToolError,
    ToolResult,
    Unknown,
    User,
    assistant,
    call,
    chat,
    freeze,
    system,
    tool_result,
    user,
)
from ctxfn.tools import Declaration
from ctxfn.wire import Conversation, codec_named, profile
from ctxfn.wire.anthropic.encode import encode

ANY: Any = freeze({})


def told(*nodes: Node) -> list[tuple[int | None, str]]:
    losses = encode(Conversation(chat(*nodes), settings=ANY), profile("anthropic")).losses
    return [(loss.index, loss.path) for loss in losses]


def written(*nodes: Node, **of: Any) -> Any:
    return encode(Conversation(chat(*nodes), settings=ANY, **of), profile("anthropic")).body


@pytest.mark.parametrize(
    ("node", "path"),
    [
        (user("hi", name="ann"), "name"),
        (user(Audio(data="AA", media_type="audio/wav")), "parts[0]"),
        (user(Opaque("gemini", ANY)), "parts[0]"),
        (user(Text("hi", "signed")), "parts[0].signature"),
        (user(Image(id="i1")), "parts[0]"),
        (user(File(data="JVBE", file_id="f1")), "parts[0].file_id"),
        (assistant(Refusal("No.")), "parts[0]"),
        (assistant(Reasoning("So."), "Yes."), "reasoning[0]"),
        (assistant(Call("c1", "now", "{")), "calls[0].arguments"),
        (assistant(Call("c1", "now", "[1]")), "calls[0].arguments"),
        (assistant(Call("c1", "now", "x", kind="custom")), "calls[0].kind"),
        (assistant(Call("c1", "now", signature="s")), "calls[0].signature"),
        (ToolResult(call_id="c1", error=ToolError("late")), "error"),
        (ToolResult(call_id="c1", state=ANY), "state"),
        (Unknown("robot"), "role"),
    ],
)
def test_what_one_message_cannot_say(node: Node, path: str) -> None:
    assert told(node) == [(0, path)]


@pytest.mark.parametrize(
    ("node", "field"),
    [
        (user("hi", id="m1"), "id"),
        (User((Image("https://a.example/x.png", name="A"),)), "parts[].name"),
        (ToolResult(call_id="c1", tool="now"), "tool"),
        (System((Text("hi"),), developer=True), "developer"),
    ],
)
def test_what_a_store_knows_is_one_loss_a_field(node: Node, field: str) -> None:
    assert told(node, node)[-1] == (None, f"messages[].{field}")


def test_thoughts_are_never_words_nor_signed_by_us() -> None:
    body = written(user("hi"), assistant(Reasoning("secret"), "Hello."))

    assert body["messages"][1]["content"] == [{"type": "text", "text": "Hello."}]


def test_results_of_one_turn_stand_in_one_message_and_words_behind_them() -> None:
    body = written(
        assistant(call("c1"), call("c2")),
        tool_result("c1", "1"),
        tool_result("c2", "2"),
        user("So?"),
        user("Well?"),
    )

    assert [len(row["content"]) for row in body["messages"][:2]] == [2, 3]
    assert [row["role"] for row in body["messages"]] == ["assistant", "user", "user"]


def test_a_bare_list_has_no_place_for_system_text() -> None:
    body, losses = encode(Conversation(chat(system("Rhyme."), user("Hi"))), profile("anthropic"))

    assert body == {"system": "Rhyme.", "messages": [{"role": "user", "content": "Hi"}]}
    assert len(losses) == 1


@pytest.mark.parametrize(
    ("tool", "row"),
    [
        (
            Declaration("now"),
            {"name": "now", "input_schema": {"type": "object", "properties": {}}},
        ),
        (
            Declaration("say", kind="custom"),
            {
                "name": "say",
                "input_schema": {
                    "type": "object",
                    "properties": {"input": {"type": "string"}},
                    "required": ["input"],
                },
            },
        ),
    ],
)
def test_a_tool_without_parameters_takes_an_object(tool: Declaration, row: Any) -> None:
    assert written(tools=(tool,))["tools"] == [row]


def test_the_codec_is_listed() -> None:
    assert codec_named("anthropic").name == "anthropic"
