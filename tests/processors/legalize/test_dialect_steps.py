"""Steps that dialects of chat completions need: what they do, and that they do no more."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import pytest
from attrs import evolve
from hypothesis import given

from ctxfn.context import Context
from ctxfn.messages import (
    Assistant,
    Call,
    Messages,
    Reasoning,
    ToolResult,
    User,
    assistant,
    call,
    chat,
    system,
    text_of,
    tool_result,
    user,
)
from ctxfn.pipeline import run
from ctxfn.processors import (
    bridge_results,
    collapse_batches,
    fit_thoughts,
    place_system,
    plain_calls,
    words_behind_results,
)
from ctxfn.processors.legalize import speaks_and_calls
from ctxfn.testing import conversations, texts_in

ASKED = assistant("", call("c1"))
TALKING = assistant("Let me see.", call("c1"))
ANSWERED = tool_result("c1", "42")


def shape(said: Messages) -> list[tuple[str, str]]:
    return [(node.role, text_of(node)) for node in said]


def kinds(step: Any, said: Messages) -> list[str]:
    return [getattr(note, "kind", "") for note in run(step, Context.of(said)).notes]


class TestBridgeResults:
    def test_a_word_stands_between(self) -> None:
        said = chat(ASKED, ANSWERED, user("And now?"))

        assert shape(bridge_results(said, text="Ok."))[2:] == [
            ("assistant", "Ok."),
            ("user", "And now?"),
        ]
        assert kinds(bridge_results(), said) == ["bridge"]

    @pytest.mark.parametrize(
        "said", [chat(), chat(ASKED, ANSWERED), chat(ASKED, ANSWERED, assistant("42."), user("!"))]
    )
    def test_elsewhere_nothing_is_put(self, said: Messages) -> None:
        assert bridge_results(said) is said

    @given(conversations())
    def test_no_person_stands_behind_a_result(self, said: Messages) -> None:
        after = bridge_results(said)
        pairs = pairwise(after)

        assert not any(isinstance(a, ToolResult) and isinstance(b, User) for a, b in pairs)
        assert [node for node in after if node.origin.ours != "bridge_results"] == list(said)


class TestWordsBehindResults:
    def test_they_go_to_the_next_answer(self) -> None:
        said = chat(TALKING, ANSWERED, assistant("42."))

        assert shape(words_behind_results(said)) == [
            ("assistant", ""),
            ("tool", "42"),
            ("assistant", "Let me see.\n\n42."),
        ]
        assert kinds(words_behind_results(), said) == ["words-moved"]

    def test_several_steps_are_said_together(self) -> None:
        again = assistant("Once more.", call("c2"))
        said = chat(TALKING, ANSWERED, again, tool_result("c2", "43"), assistant("43."))

        assert shape(words_behind_results(said))[-1] == (
            "assistant",
            "Let me see.\n\nOnce more.\n\n43.",
        )

    @pytest.mark.parametrize("behind", [[], [user("!")], [system("!")]])
    def test_without_an_answer_they_are_one(self, behind: list[Any]) -> None:
        after = words_behind_results(chat(TALKING, ANSWERED, *behind))

        assert shape(after)[2] == ("assistant", "Let me see.")
        assert list(after[3:]) == behind

    @pytest.mark.parametrize("said", [chat(), chat(ASKED, ANSWERED), chat(TALKING)])
    def test_else_nothing_is_moved(self, said: Messages) -> None:
        assert words_behind_results(said) is said

    @given(conversations())
    def test_no_answered_call_speaks_and_no_word_is_lost(self, said: Messages) -> None:
        after = words_behind_results(said)
        pairs = pairwise(after)

        assert not any(speaks_and_calls(a) and isinstance(b, ToolResult) for a, b in pairs)
        words = "\n\n".join(texts_in(after))
        assert all(text in words for text in texts_in(said))


class TestFitThoughts:
    def test_forbidden_they_go_and_never_become_words(self) -> None:
        said = chat(assistant(Reasoning("So."), "Yes."), assistant(Reasoning("Hm.")))

        assert fit_thoughts(said) == chat(assistant("Yes."))
        assert kinds(fit_thoughts(), said) == ["thoughts-dropped", "thoughts-dropped"]

    def test_required_they_are_empty_where_nobody_knows_them(self) -> None:
        step = fit_thoughts(rule="required_with_calls")
        after: Any = step(chat(ASKED, ANSWERED, assistant("42.")))

        assert after[0].reasoning == (Reasoning(""),)
        assert after[2].reasoning == ()
        assert kinds(step, chat(ASKED, ANSWERED)) == ["thoughts-given"]

    def test_what_is_known_stays(self) -> None:
        said = chat(assistant(Reasoning("So."), "", call("c1")), ANSWERED)

        assert fit_thoughts(said, rule="required_with_calls") is said
        assert fit_thoughts(chat(ASKED, ANSWERED)) == chat(ASKED, ANSWERED)


class TestCollapseBatches:
    BOTH = assistant("", call("c1"), call("c2"))

    def test_copies_go_and_results_follow(self) -> None:
        said = chat(self.BOTH, ANSWERED, self.BOTH, tool_result("c2", "43"))

        assert collapse_batches(said) == chat(self.BOTH, ANSWERED, tool_result("c2", "43"))
        assert kinds(collapse_batches(), said) == ["batch-collapsed"]

    def test_words_of_a_copy_stay(self) -> None:
        said = chat(self.BOTH, ANSWERED, evolve(self.BOTH, parts=user("So.").parts))

        assert shape(collapse_batches(said))[2] == ("assistant", "So.")

    @pytest.mark.parametrize(
        "said",
        [
            chat(ASKED, ANSWERED, ASKED, ANSWERED),
            chat(BOTH, user("!"), BOTH),
            chat(BOTH, ANSWERED, assistant("", call("c2"), call("c1"))),
            chat(BOTH, ANSWERED, assistant("", call("c1", arguments='{"a":1}'), call("c2"))),
        ],
    )
    def test_what_is_no_copy_stays(self, said: Messages) -> None:
        assert collapse_batches(said) is said


class TestPlaceSystem:
    def test_behind_an_answer_a_person_says_it(self) -> None:
        said = chat(system("A"), user("hi"), assistant("ho"), system("B"), user("bye"))

        assert shape(place_system(said, behind_answers=True))[3:] == [("user", "[system] B\n\nbye")]
        assert shape(place_system(said, behind_answers=True, mid_system="hoist")) == [
            ("system", "A\n\nB"),
            ("user", "hi"),
            ("assistant", "ho"),
            ("user", "bye"),
        ]

    def test_elsewhere_it_stays(self) -> None:
        said = chat(system("A"), system("B"), user("hi"), system("C"), user("ho"))

        assert place_system(said, behind_answers=True) is said


class TestPlainCalls:
    SAID = chat(
        Assistant(calls=(Call("c1", "note", "a b", kind="custom"),)),
        evolve(tool_result("c1", "ok"), kind="custom"),
    )

    def test_free_text_is_held_by_arguments(self) -> None:
        after: Any = plain_calls(self.SAID, custom=True)

        assert after[0].calls == (Call("c1", "note", '{"input":"a b"}'),)
        assert after[1].kind == "function"

    def test_unless_asked_for_it_stays(self) -> None:
        assert plain_calls(self.SAID) is self.SAID
