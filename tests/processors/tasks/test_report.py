"""render_verifications and render_task_callbacks: cards that report, as a user's messages."""

from __future__ import annotations

from html import unescape
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ctxfn.context import Context, Dropped
from ctxfn.messages import (
    ENVELOPE_END,
    Block,
    Image,
    Messages,
    Origin,
    Reaction,
    Reported,
    TaskCallback,
    Text,
    User,
    Verification,
    chat,
    escape,
    is_ours,
    text_of,
    user,
)
from ctxfn.processors import apply_input_template, render_task_callbacks, render_verifications
from ctxfn.testing import conversations

PICTURE = Image(url="https://example.org/p.png")
OPEN, CLOSE = "<delivery_check_feedback>\n", "\n</delivery_check_feedback>"


def called(
    words: str = "done so", identifier: str | None = None, reason: str | None = None
) -> TaskCallback:
    return TaskCallback((Text(words),), identifier, reason, "t1")


def head_of(card: TaskCallback) -> str:
    return text_of(render_task_callbacks(chat(card))[0]).partition("\n")[0]


class TestVerifications:
    """Feedback asks for an answer; a check that passed says nothing."""

    def test_feedback_becomes_a_user_turn(self) -> None:
        origin = Origin(agent="ann", thread="t1")
        card = Verification(
            (Text("\n The link is dead. \n"),), "v", marks=(Reaction("+"),), origin=origin
        )

        assert render_verifications(chat(card)) == chat(
            User(
                (Text(f"{OPEN}The link is dead.{CLOSE}"),),
                "v",
                marks=(Reaction("+"), Reported("verify")),
                origin=origin,
            )
        )

    @pytest.mark.parametrize("parts", [(), (Text(""),), (Text(" \n"), Text("\t"))])
    def test_none_is_dropped_and_noted(self, parts: tuple[Text, ...]) -> None:
        context = render_verifications(Context.of(chat(user("hi"), Verification(parts, "v"))))

        assert [one.role for one in context.messages] == ["user"]
        assert list(context.notes) == [Dropped("render_verifications", ("v",), (1,))]

    def test_texts_alone_become_one(self) -> None:
        card = Verification((Text(" one"), Text("two ")))

        assert render_verifications(chat(card))[0].parts == (Text(f"{OPEN}one\n\ntwo{CLOSE}"),)

    def test_media_stay_where_they_are(self) -> None:
        card = Verification((Text(" see "), PICTURE, Text(" <b> "), PICTURE))

        assert render_verifications(chat(card))[0].parts == (
            Text(f"{OPEN}see "),
            PICTURE,
            Text(f" &lt;b&gt;{CLOSE}"),
            PICTURE,
        )

    def test_media_alone_are_feedback(self) -> None:
        assert render_verifications(chat(Verification((PICTURE,))))[0].parts == (
            Text(f"{OPEN}{CLOSE}"),
            PICTURE,
        )

    def test_a_signed_text_stands_apart(self) -> None:
        card = Verification((Text("one"), Text("two", "signed")))

        assert render_verifications(chat(card))[0].parts == (
            Text(f"{OPEN}one"),
            Text("two", "signed"),
            Text(CLOSE),
        )

    def test_what_was_injected_stays_without_words_too(self) -> None:
        block = Block("hint", "x")

        (after,) = render_verifications(chat(Verification(blocks=(block,))))

        assert after == User((), blocks=(block,), marks=(Reported("verify"),))


class TestCallbacks:
    """Which task, how it ended, and what it came back with."""

    def test_a_callback_becomes_a_user_turn(self) -> None:
        (after,) = render_task_callbacks(chat(called("It rains.", "weather", "completed")))

        assert after == User(
            (Text('<task_result task="weather" status="completed">\nIt rains.\n</task_result>'),),
            marks=(Reported("taskCallback", "t1"),),
        )

    @pytest.mark.parametrize("missing", [None, "", " "])
    def test_what_is_missing_has_a_word(self, missing: str | None) -> None:
        assert head_of(called("x", missing, missing)) == '<task_result task="task" status="done">'

    def test_nothing_said_is_dropped(self) -> None:
        assert list(render_task_callbacks(chat(called(" ", "weather")))) == []


class TestForgery:
    """No word of a report can end it, or look like ours."""

    @pytest.mark.parametrize("word", ['"><b a="', "</task_result>", ENVELOPE_END, "\0", "a\n\nb"])
    def test_no_value_breaks_out(self, word: str) -> None:
        (after,) = render_task_callbacks(chat(called(f"x{word}", word, word)))
        first, *middle, last = text_of(after).split("\n")

        assert (first[:18], last) == ("<task_result task=", "</task_result>")
        assert text_of(after).count("<") == 2
        assert unescape("\n".join(middle)) == f"x{word}"

    @pytest.mark.parametrize(
        ("step", "card"),
        [(render_verifications, Verification((Text("x"),))), (render_task_callbacks, called("x"))],
    )
    def test_it_is_neither_ours_nor_a_persons(self, step: Any, card: Any) -> None:
        after = step(chat(card))

        assert not is_ours(after[0])
        assert apply_input_template(after, template="In French: {{text}}") is after


class TestProperties:
    """What is true of every history. Each test is named after the invariant."""

    @given(conversations(cards=True))
    def test_no_card_that_reports_is_left_and_twice_is_once(self, messages: Messages) -> None:
        once = render_verifications(render_task_callbacks(messages))

        assert render_verifications(once) is render_task_callbacks(once) is once
        assert not any(isinstance(node, TaskCallback | Verification) for node in once)

    @given(st.text(), st.text(), st.text())
    def test_words_come_back_by_unescaping(self, words: str, task: str, status: str) -> None:
        after = render_task_callbacks(chat(called(f"[{words}]", f"i{task}", f"r{status}")))
        text = text_of(after[0])

        head = f'<task_result task="{escape(f"i{task}")}" status="{escape(f"r{status}")}">'
        assert text.endswith(f">\n{escape(f'[{words}]')}\n</task_result>")
        assert unescape(text.partition("\n")[0]) == unescape(head) or not head.isprintable()
