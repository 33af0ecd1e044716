"""drop_empty: no message without content, no answer that was never given."""

from __future__ import annotations

import pickle
from typing import Literal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ctxfn.context import Context, Dropped, Note
from ctxfn.messages import (
    Assistant,
    AssistantGroup,
    Block,
    Council,
    Image,
    Messages,
    Node,
    Reasoning,
    Supervisor,
    Task,
    Tasks,
    Text,
    Turn,
    assistant,
    call,
    chat,
    has_content,
    inject,
    tool_result,
    user,
)
from ctxfn.processors import drop_empty
from tests.processors.histories import histories, words_of

PICTURE = Image(url="https://example.org/p.png", attached=True)
USERS: st.SearchStrategy[Literal["keep", "drop"]] = st.sampled_from(["keep", "drop"])
SAID = Turn(assistant("found it", id="t1"))
EMPTY = Turn(assistant("...", id="t2"))
CALLED = Turn(assistant(call("c1"), id="t3"), (tool_result("c1", "42"),))


class TestExamples:
    """What it does, in cases a reader can check by eye."""

    @pytest.mark.parametrize("words", ["", " \n ", "...", "...\n"])
    def test_an_answer_that_was_never_given_goes(self, words: str) -> None:
        said = chat(user("hi"), assistant(words))

        assert drop_empty(said) == said[:1]

    @pytest.mark.parametrize(
        "message",
        [
            assistant("...."),
            assistant("…"),
            assistant("... and then"),
            assistant("...", call("c1")),
            assistant("...", Reasoning("hm")),
            assistant("", Reasoning(signature="s")),
            assistant("", Reasoning(sealed="s")),
            assistant("...", PICTURE),
            inject(assistant(""), Block("date", "Monday")),
            user(""),
            user("..."),
            tool_result("c1"),
        ],
        ids=repr,
    )
    def test_whatever_says_anything_stays(self, message: Node) -> None:
        said = chat(message)

        assert drop_empty(said) is said

    def test_the_marker_is_an_option(self) -> None:
        said = chat(assistant("..."), assistant("(loading)"), assistant(""))

        assert drop_empty(said, loading_marker="(loading)") == said[:1]
        assert drop_empty(said, loading_marker="") == said[:2]

    def test_user_messages_without_content_can_go_as_well(self) -> None:
        said = chat(user(""), user(" "), user("..."), user(PICTURE))

        assert drop_empty(said, users="drop") == said[2:]

    def test_what_goes_is_noted(self) -> None:
        context = drop_empty(Context.of(chat(assistant("...", id="m1"))))

        assert list(context.notes) == [Dropped("drop_empty", ("m1",), (0,))]


class TestCards:
    """Inside cards, at any depth."""

    def test_empty_turns_are_pruned_and_noted(self) -> None:
        context = drop_empty(Context.of(chat(AssistantGroup((EMPTY, SAID, CALLED), "g"))))

        assert context.messages == chat(AssistantGroup((SAID, CALLED), "g"))
        assert [n.ids for n in context.notes if isinstance(n, Note)] == [("t2",)]

    def test_a_card_that_loses_all_goes_too(self) -> None:
        assert drop_empty(chat(AssistantGroup((EMPTY,)), Supervisor((EMPTY, EMPTY)))) == chat()

    def test_depth_costs_no_stack(self) -> None:
        card: Node = assistant("", id="inside")
        for level in range(10_000):
            card = Council((card, user("so?")) if level == 0 else (card,))
        context = drop_empty(Context.of(chat(card)))

        assert [n.ids for n in context.notes if isinstance(n, Note)] == [("inside",)]
        assert drop_empty(context.messages) is context.messages

    def test_a_turn_with_a_result_stays(self) -> None:
        said = chat(AssistantGroup((Turn(assistant(""), (tool_result("c1", "42"),)),)))

        assert drop_empty(said) is said

    def test_a_cards_own_words_keep_it(self) -> None:
        card = AssistantGroup((EMPTY,), "g", (Text("my own words"),))

        assert drop_empty(chat(card)) == chat(AssistantGroup((), "g", card.parts))

    def test_a_card_that_had_nothing_stays_for_the_step_that_knows_it(self) -> None:
        said = chat(AssistantGroup(), Supervisor(), Tasks(), Council(), Task())

        assert drop_empty(said) is said

    def test_cards_inside_cards(self) -> None:
        inner = AssistantGroup((EMPTY,))
        council = Council((assistant("yes"), inner, assistant("..."), user("")))

        assert drop_empty(chat(council)) == chat(Council((assistant("yes"), user(""))))

    def test_tasks_without_a_result_go(self) -> None:
        batch = Tasks((Task((Text("done"),)), Task((Text("..."),)), Task()))

        assert drop_empty(chat(batch)) == chat(Tasks((Task((Text("done"),)),)))


class TestProperties:
    """What is true of every history. Each test is named after the invariant."""

    @given(histories())
    def test_no_answer_without_content_is_left(self, messages: Messages) -> None:
        left = [node for node in drop_empty(messages) if isinstance(node, Assistant)]

        assert [node for node in left if not has_content(node)] == []

    @given(histories())
    def test_words_are_conserved_but_for_the_marker(self, messages: Messages) -> None:
        after = drop_empty(messages, loading_marker="")

        assert words_of(after) == words_of(messages)

    @given(histories(), st.sampled_from(["...", "yes", ""]), USERS)
    def test_idempotent(
        self, messages: Messages, marker: str, users: Literal["keep", "drop"]
    ) -> None:
        step = drop_empty(loading_marker=marker, users=users)
        once = step(messages)

        assert step(once) is once
        assert pickle.loads(pickle.dumps(step)) == step

    @given(histories())
    def test_what_stays_is_shared_and_in_order(self, messages: Messages) -> None:
        rest = iter(messages)

        assert all(any(node is other for other in rest) for node in drop_empty(messages))
