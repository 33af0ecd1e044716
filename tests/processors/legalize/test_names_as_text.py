"""names_as_text: where a target has no names, words say who speaks."""

from __future__ import annotations

from attrs import evolve
from hypothesis import given

from ctxfn.context import Context
from ctxfn.front import repair
from ctxfn.messages import (
    ENVELOPE_END,
    Block,
    Enveloped,
    Image,
    Messages,
    System,
    Text,
    assistant,
    chat,
    inject,
    marks_of,
    text_of,
    user,
)
from ctxfn.processors import names_as_text, render_blocks
from ctxfn.testing import conversations
from ctxfn.wire import profile
from tests.processors.reshape.teams import noted

IMAGE = Image(url="https://a.example/b.png")


def said(message: object) -> list[str]:
    """Say names in one message."""
    return [text_of(node) for node in names_as_text(chat(message))]  # type: ignore[arg-type]


class TestExamples:
    """Where the name goes."""

    def test_it_stands_in_front_of_the_words(self) -> None:
        assert said(user("blue", name="Ana")) == ["Ana: blue"]
        assert said(assistant("I agree.", name="Team Lead (EU)")) == ["Team Lead (EU): I agree."]

    def test_it_is_not_said_twice(self) -> None:
        assert said(user("Ana: blue", name="Ana")) == ["Ana: blue"]

    def test_it_stands_in_front_of_pictures_and_signed_words(self) -> None:
        shown = names_as_text(chat(user(IMAGE, name="Ana"), user(Text("x", "s"), name="Ben")))

        assert [node.parts for node in shown] == [
            (Text("Ana:"), IMAGE),
            (Text("Ben:"), Text("x", "s")),
        ]

    def test_a_name_stays_on_its_line(self) -> None:
        assert said(user("blue", name="A\nna")) == ["A na: blue"]

    def test_a_system_message_loses_its_name(self) -> None:
        named = System((Text("Be brief."),), name="rules")
        context = names_as_text(Context.of(chat(named)))

        assert [*context.messages] == [evolve(named, name=None)]
        assert [note.kind for note in noted(context)] == ["name-dropped"]

    def test_the_envelope_is_still_known_as_ours(self) -> None:
        asked = inject(user("blue?", name="Ana"), Block("hint", "x"))
        (rendered,) = render_blocks(chat(asked))
        (named,) = names_as_text(chat(rendered))
        (mark,) = marks_of(Enveloped, named)

        assert text_of(named)[mark.start :].startswith("<!-- SYSTEM CONTEXT")
        assert text_of(render_blocks(chat(named))[0]).endswith(ENVELOPE_END)
        assert render_blocks(chat(named))[0] is named

    def test_repair_does_it_for_a_target_without_names(self) -> None:
        rows = [{"role": "user", "content": "blue", "name": "Ana"}]

        assert repair(rows, evolve(profile("openai"), name_field=False)) == [
            {"role": "user", "content": "Ana: blue"}
        ]
        assert repair(rows) == rows


class TestProperties:
    """Whatever was said."""

    @given(conversations())
    def test_no_name_is_left_and_each_is_noted(self, messages: Messages) -> None:
        context = names_as_text(Context(messages))
        named = [node for node in messages if getattr(node, "name", None) is not None]

        assert not [node for node in context.messages if getattr(node, "name", None) is not None]
        assert len(context.notes) == len(named)
