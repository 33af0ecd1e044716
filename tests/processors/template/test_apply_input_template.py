"""apply_input_template: the application's words around the person's, and nothing runs."""

from __future__ import annotations

import pytest
from attrs import evolve
from hypothesis import given
from hypothesis import strategies as st

from ctxfn.context import Context, Note
from ctxfn.facts import Variables
from ctxfn.messages import (
    Block,
    Image,
    Node,
    Origin,
    Text,
    assistant,
    chat,
    inject,
    system,
    text_of,
    user,
)
from ctxfn.processors import apply_input_template

PICTURE = Image("https://a.example/x.png")


def applied(template: str, node: Node) -> Node:
    return apply_input_template(chat(node), template=template)[0]


class TestExamples:
    """What it does, in cases a reader can check by eye."""

    @pytest.mark.parametrize(
        ("template", "written"),
        [
            ("Q: {{text}}", "Q: why"),
            ("{{ text }} / {{text}}.", "why / why."),
            (
                "<% print(1) %> ${x} $& {{text}} <%- text %>",
                "<% print(1) %> ${x} $& why <%- text %>",
            ),
            ("{{#if day}}Today: {{/if}}{{text}}", "why"),
            ("{{#if not day}}Q: {{text}}{{/if}}", "Q: why"),
            ("{{other}} {{text}} {{Text}}", "{{other}} why {{Text}}"),
        ],
    )
    def test_the_words_stand_in_the_slot(self, template: str, written: str) -> None:
        assert text_of(applied(template, user("why"))) == written

    @pytest.mark.parametrize("template", ["", "  ", "{{text}}", "Be nice.", "{{day}}"])
    def test_nothing_to_put_around_is_the_very_message(self, template: str) -> None:
        asked = user("why")
        assert applied(template, asked) is asked

    def test_a_template_without_a_slot_is_noted(self) -> None:
        after = apply_input_template(Context.of([user("why")]), template="Be nice.")
        assert [note.kind for note in after.notes if isinstance(note, Note)] == [
            "template-without-slot"
        ]

    def test_it_goes_around_all_texts(self) -> None:
        asked = user("one", PICTURE, "two", PICTURE)
        assert applied("[{{text}}]", asked).parts == (Text("[one"), PICTURE, Text("two]"), PICTURE)

    def test_a_further_slot_gets_all_words_again(self) -> None:
        asked = user("one", PICTURE, "two")
        after = applied("[{{text}}|{{text}}]", asked)
        assert after.parts == (Text("[one"), PICTURE, Text("two|one\n\ntwo]"))

    def test_pictures_alone_are_left_alone_and_nothing_is_something(self) -> None:
        seen = user(PICTURE)
        assert applied("[{{text}}]", seen) is seen
        assert text_of(applied("[{{text}}]", user())) == "[]"

    def test_what_is_ours_is_left_alone(self) -> None:
        ours = evolve(user("context"), origin=Origin(ours="preamble"))
        said = chat(system("s"), ours, assistant("a"))
        assert apply_input_template(said, template="[{{text}}]") is said
        asked = inject(user("why"), Block("date", "Monday"))
        assert applied("[{{text}}]", asked) == evolve(asked, parts=(Text("[why]"),))

    def test_variables_are_filled_before_the_words_are_put_in(self) -> None:
        known = Variables.of({"day": "{{text}}", "text": "not mine"})
        context = Context.of([user("{{day}}?")], known)
        after = apply_input_template(context, template="{{day}}: {{text}}")
        assert text_of(after.messages[0]) == "{{text}}: {{day}}?"
        assert [note.text for note in after.notes if isinstance(note, Note)] == [
            "no value for: text"
        ]


class TestGeneralForm:
    """Conditions and defaults, also on the words themselves."""

    def test_a_template_may_ask_whether_anything_was_said(self) -> None:
        template = "{{#if text}}Q: {{text}}{{else}}(nothing said){{/if}}"
        asked = chat(user("so?"), user(" "), user())
        after = apply_input_template(asked, template=template)
        assert [text_of(message) for message in after] == [
            "Q: so?",
            "(nothing said)",
            "(nothing said)",
        ]

    def test_words_are_not_said_again_and_again_without_end(self) -> None:
        long = "x" * 300_000
        after = apply_input_template(Context.of([user(long, id="m1")]), template="{{text}} " * 9)
        assert text_of(after.messages[0]) == long + " " * 9
        assert [note.ids for note in after.notes] == [("m1",)]


class TestProperties:
    """What is true of every conversation. Each test is named after the invariant."""

    @given(st.text(min_size=1), st.text(), st.text())
    def test_words_are_data(self, words: str, head: str, tail: str) -> None:
        head, tail = head.replace("{", ""), tail.replace("{", "")
        said = applied(f"{head}{{{{text}}}}{tail}", user(words))
        assert text_of(said) == f"{head}{words}{tail}"
