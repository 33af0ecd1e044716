"""What the format cannot say is told: where, and why."""

from __future__ import annotations

from typing import Any

import pytest
from pyrsistent import pvector

from ctxfn.messages import (
    Assistant,
    Audio,
    Block,
    Call,
    Council,
    File,
    Image,
    Message,
    Node,
    Opaque,
    Origin,
    Reasoning,
    Refusal,
    System,
    Text,
    ToolError,
    ToolResult,
    Unknown,
    Usage,
    User,
    Video,
    freeze,
)
from ctxfn.tools import Declaration
from ctxfn.wire import Conversation, codec_named, profile

CODEC = codec_named("gemini")


def losses(*nodes: Node, to: str = "gemini/2", **more: Any) -> list[tuple[int | None, str]]:
    written = CODEC.encode(Conversation(pvector(nodes), **more), profile(to))
    return [(loss.index, loss.path) for loss in written.losses]


@pytest.mark.parametrize(
    ("message", "path"),
    [
        (User((Text("hi"),), name="ann"), "name"),
        (User((Image(file_id="f1"),)), "parts[0]"),
        (User((Audio(data="UklG"),)), "parts[0]"),
        (User((Image("https://a.example/x.png", detail="low"),)), "parts[0].detail"),
        (User((Image("https://a.example/x"),)), "parts[0].media_type"),
        (User((File(data="JVBE", media_type="a/b", text="words"),)), "parts[0].text"),
        (User((Image("https://a.example/x.png", "iVBO", media_type="image/png"),)), "parts[0].url"),
        (User((Video("https://a.example/x.mp4", file_id="f"),)), "parts[0].file_id"),
        (User((Opaque("openai_chat", freeze({})),)), "parts[0]"),
        (User((Opaque("gemini", freeze(None)),)), "parts[0]"),
        (User((Opaque("gemini", freeze({"text": "hi"})),)), "parts[0]"),
        (User((Text("hi"),), blocks=(Block("date", "Monday"),)), "blocks[0]"),
        (Assistant((Refusal("no"),)), "parts[0]"),
        (Assistant((Text("hi"),), reasoning=(Reasoning(sealed="x"),)), "reasoning[0].sealed"),
        (Assistant(calls=(Call("", "f"),)), "calls[0].id"),
        (Assistant(calls=(Call("c", "f", '{"a'),)), "calls[0].arguments"),
        (Assistant(calls=(Call("c", "f", "[1]"),)), "calls[0].arguments"),
        (Assistant(calls=(Call("c", "f", kind="custom"),)), "calls[0].kind"),
        (ToolResult((Text("1"), Text("2")), call_id="c", tool="f"), "parts"),
        (ToolResult((Text("1", "s"),), call_id="c", tool="f"), "parts[0].signature"),
        (ToolResult((Image("https://a.example/x.png"),), call_id="c", tool="f"), "parts[0]"),
        (ToolResult((Text("1"),), call_id="c", tool="f", error=ToolError("late")), "error"),
        (ToolResult((Text("1"),), call_id="c", tool="f", state=freeze(1)), "state"),
        (ToolResult((Text("1"),), call_id="c", tool="f", kind="function_call"), "kind"),
        (ToolResult((Text("1"),), call_id="c"), "tool"),
        (Unknown("robot"), "role"),
        (Council(), ""),
    ],
)
def test_a_loss_names_its_place(message: Node, path: str) -> None:
    assert losses(message) == [(0, path)]


@pytest.mark.parametrize(
    ("message", "path"),
    [
        (User((Text("hi"),), "m1"), "messages[].id"),
        (User((Text("hi"),), origin=Origin(parent="m0")), "messages[].origin.parent"),
        (Assistant((Text("hi"),), usage=Usage(1, 2)), "messages[].usage"),
        (
            Assistant((Text("a"),), reasoning=(Reasoning("So.", model="x"),)),
            "messages[].reasoning[].model",
        ),
        (
            User((Image("https://a.example/x.png", name="x", attached=True),)),
            "messages[].parts[].attached",
        ),
        (User((Text("hi"),), extras=(("uichat", freeze({"a": 1})),)), "messages[].extras.uichat"),
    ],
)
def test_what_only_a_store_looks_for_is_one_loss_a_request(message: Message, path: str) -> None:
    assert (None, path) in losses(message, message)
    assert len([one for one in losses(message, message) if one == (None, path)]) == 1


class TestSystem:
    """There is one place for it."""

    def test_a_developer_is_no_role_here(self) -> None:
        told = losses(System((Text("a"),), developer=True), settings=freeze({}))

        assert told == [(None, "messages[].developer")]

    def test_a_second_one_goes_to_the_first(self) -> None:
        said = Conversation(
            pvector([System((Text("a"),)), User((Text("hi"),)), System((Text("b"),))]),
            settings=freeze({}),
        )
        written = CODEC.encode(said, profile("gemini"))

        assert written.body == {
            "systemInstruction": {"parts": [{"text": "a"}, {"text": "b"}]},
            "contents": [{"role": "user", "parts": [{"text": "hi"}]}],
        }
        assert [(one.index, one.path) for one in written.losses] == [(2, "")]

    def test_a_bare_list_has_no_place_for_it(self) -> None:
        written = CODEC.encode(Conversation(pvector([System((Text("a"),))])), profile("gemini"))

        assert written.body == {"systemInstruction": {"parts": [{"text": "a"}]}, "contents": []}
        assert [one.index for one in written.losses] == [None]


class TestTools:
    """Tools of other formats."""

    @pytest.mark.parametrize(
        ("tool", "path"),
        [
            (Declaration("f", strict=True), "tools[0].strict"),
            (Declaration("f", kind="custom"), "tools[0].kind"),
            (Declaration("web_search", kind="web_search"), "tools[0]"),
            (Declaration("f", extras=(("openai_chat", freeze({"x": 1})),)), "tools[0].extras.openai_chat"),
            (Declaration("f", parameters=freeze({"type": "object", "properties": {"a": {"type": "string"}}, "$schema": "x"})), "tools[0].parameters.$schema"),
        ],
    )  # fmt: skip
    def test_are_told(self, tool: Declaration, path: str) -> None:
        assert losses(tools=(tool,), settings=freeze({})) == [(None, path)]

    def test_a_bare_list_has_no_place_for_them(self) -> None:
        assert losses(tools=()) == [(None, "tools")]


class TestCarried:
    """What Gemini 3 takes and its forebears do not."""

    def test_media_of_results(self) -> None:
        shot = ToolResult((Image("https://a.example/x.png"),), call_id="c", tool="f")

        assert losses(shot, to="gemini/3") == []
