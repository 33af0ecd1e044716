"""Generators: asked once, only if their name counts, and one that fails stops no other."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ctxfn.context import Context, Note
from ctxfn.facts import Variables, text_of_value
from ctxfn.messages import chat, system, text_of, user
from ctxfn.processors import apply_input_template, fill_placeholders


class Asked:
    """A generator that counts how often it was asked."""

    def __init__(self, value: object) -> None:
        self.value = value
        self.times = 0

    def __call__(self) -> object:
        self.times += 1
        if isinstance(self.value, Exception):
            raise self.value
        return self.value


def filled(template: str, **values: object) -> tuple[str, list[tuple[str, str]]]:
    """Fill a system message; return its text and what was noted."""
    after = fill_placeholders(Context.of(chat(system(template)), Variables.of(values)))
    notes = [(note.kind, note.text) for note in after.notes if isinstance(note, Note)]
    return text_of(after.messages[0]), notes


class TestExamples:
    def test_what_is_not_named_is_not_asked(self) -> None:
        named, other = Asked("Lyon"), Asked("Paris")
        assert filled("In {{town}}.", town=named, other=other) == ("In Lyon.", [])
        assert (named.times, other.times) == (1, 0)

    def test_a_branch_that_is_not_shown_asks_for_nothing(self) -> None:
        hidden = Asked("x")
        assert filled("{{#if no}}{{x}}{{/if}}.", x=hidden) == (".", [])
        assert hidden.times == 0

    def test_every_occurrence_in_every_message_is_one_question(self) -> None:
        asked = Asked(7)
        said = chat(system("{{n}} {{n}}"), system("{{n}}"))
        after = fill_placeholders(Context.of(said, Variables.of({"n": asked})))
        assert [text_of(message) for message in after.messages] == ["7 7", "7"]
        assert asked.times == 1

    def test_one_that_fails_is_told_and_stops_no_other(self) -> None:
        bad = Asked(ZeroDivisionError("oh"))
        assert filled("{{a}} {{bad}} {{b}}", a=Asked("1"), bad=bad, b=lambda: "2") == (
            "1 {{bad}} 2",
            [
                ("unresolved-placeholder", "no value for: bad"),
                ("failed-generator", "no value for bad: ZeroDivisionError: oh"),
            ],
        )
        assert bad.times == 1

    def test_one_that_fails_leaves_room_for_the_default(self) -> None:
        text, notes = filled("{{bad | nobody}}", bad=Asked(KeyError("k")))
        assert (text, [kind for kind, _ in notes]) == ("nobody", ["failed-generator"])

    def test_one_that_gives_nothing_has_no_value(self) -> None:
        assert filled("[{{x}}]", x=lambda: None) == (
            "[{{x}}]",
            [("unresolved-placeholder", "no value for: x")],
        )

    def test_what_it_gives_may_be_a_template_itself(self) -> None:
        assert filled("{{a}}", a=lambda: "{{b}}!", b=lambda: ["x", "y"]) == ("x, y!", [])

    def test_one_failing_message_stops_no_other(self) -> None:
        said = chat(system("{{x}}", id="s1"), system("{{a}}", id="s2"))
        after = fill_placeholders(Context.of(said, Variables.of({"a": 1})))
        assert [text_of(message) for message in after.messages] == ["{{x}}", "1"]
        assert [note.ids for note in after.notes] == [("s1",)]

    def test_the_input_template_asks_too(self) -> None:
        asked = Asked("Monday")
        context = Context.of([user("a"), user("b")], Variables.of({"day": asked, "text": "no"}))
        after = apply_input_template(context, template="{{day}}: {{text}}").messages
        assert [text_of(message) for message in after] == ["Monday: a", "Monday: b"]
        assert asked.times == 1


class TestValues:
    @pytest.mark.parametrize(
        ("value", "text"),
        [
            ("as it is", "as it is"),
            (None, ""),
            (["a", "", ["b", None]], "a, b"),
            ({"x": [1]}, '{"x":[1]}'),
            (True, "true"),
            (1.5, "1.5"),
        ],
    )
    def test_a_value_is_written(self, value: object, text: str) -> None:
        assert text_of_value(value) == text

    def test_a_text_wins_over_a_generator_of_its_name(self) -> None:
        known = Variables((("n", "text"),), (("n", lambda: "made"),))
        after = fill_placeholders(Context.of(chat(system("{{n}}")), known))
        assert text_of(after.messages[0]) == "text"

    def test_a_generator_wins_over_the_default_of_the_step(self) -> None:
        known = Variables.of({"n": lambda: "made"})
        after = fill_placeholders(Context.of(chat(system("{{n}}")), known), values=(("n", "d"),))
        assert text_of(after.messages[0]) == "made"


class TestProperties:
    """What is true of every template. Each test is named after the invariant."""

    @given(
        st.lists(st.sampled_from(["{{a}}", "{{b|c}}", "{{#if a}}", "{{/if}}", "w"])).map("".join)
    )
    def test_generators_and_texts_fill_alike(self, template: str) -> None:
        assert filled(template, a=lambda: "1", b=lambda: "2") == filled(template, a="1", b="2")
