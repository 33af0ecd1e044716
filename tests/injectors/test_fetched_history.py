"""fetched_history: what a store gave stands before what was said, once."""

from __future__ import annotations

import pytest
from hypothesis import given

from benchmarks import twins
from ctxfn.context import Context, Note
from ctxfn.facts import FetchedHistory, InvalidFact
from ctxfn.injectors import fetched_history
from ctxfn.messages import (
    Messages,
    Node,
    System,
    Text,
    ToolResult,
    assistant,
    call,
    chat,
    side_of,
    system,
    text_of,
    tool_result,
    user,
)
from ctxfn.pipeline import Pipeline, needs, phase, run
from ctxfn.processors import keep_recent
from ctxfn.testing import conversations

ONE, TWO = user("one", id="u1"), assistant("two", id="a1")
SAID = chat(user("three", id="u2"))


def fetched(messages: Messages, *earlier: Node) -> Context:
    """Run it on *messages* with *earlier* ones from the store."""
    return fetched_history(Context.of(messages, FetchedHistory(earlier)))


class TestExamples:
    """What it does, in cases a reader can check by eye."""

    def test_it_reads_the_fact(self) -> None:
        assert needs(fetched_history()) == (FetchedHistory,)

    def test_earlier_messages_come_first(self) -> None:
        assert list(fetched(SAID, ONE, TWO).messages) == [ONE, TWO, *SAID]

    def test_behind_the_system_messages_that_open(self) -> None:
        said = chat(system("a"), system("b"), *SAID, system("c"))

        assert list(fetched(said, ONE).messages) == [said[0], said[1], ONE, said[2], said[3]]

    def test_what_the_conversation_has_is_newer(self) -> None:
        after = fetched(chat(assistant("two, edited", id="a1"), *SAID), ONE, TWO)

        assert [text_of(node) for node in after.messages] == ["one", "two, edited", "three"]
        assert list(after.notes) == [
            Note(
                "fetched_history",
                "fetched-twice",
                "1 fetched message has an id that is there already",
                ("a1",),
            )
        ]

    def test_the_first_of_one_id_stays(self) -> None:
        after = fetched(SAID, ONE, user("again", id="u1"), user("more", id="u1"))

        assert list(after.messages) == [ONE, *SAID]
        text = "2 fetched messages have an id that is there already"
        assert list(after.notes) == [Note("fetched_history", "fetched-twice", text, ("u1",))]

    def test_messages_without_an_id_all_count(self) -> None:
        assert len(fetched(chat(user("yes")), user("yes"), user("yes")).messages) == 3

    def test_a_system_message_is_not_said_twice(self) -> None:
        after = fetched(chat(system("Be kind."), *SAID), system("Be kind.", id="s0"), ONE)

        assert [text_of(node) for node in after.messages] == ["Be kind.", "one", "three"]
        text = "1 fetched system message says what one there says already"
        assert list(after.notes) == [Note("fetched_history", "same-system", text, ("s0",))]

    def test_into_an_empty_conversation(self) -> None:
        assert list(fetched(chat(), ONE, TWO).messages) == [ONE, TWO]

    def test_all_there_already(self) -> None:
        after = fetched(SAID, SAID[0])

        assert (after.messages is SAID, len(after.notes)) == (True, 1)

    def test_nothing_fetched(self) -> None:
        empty = Context.of(SAID, FetchedHistory())

        assert fetched_history(empty) is empty
        assert fetched_history(SAID) is SAID

    def test_the_usual_steps_cut_it(self) -> None:
        earlier = (ONE, assistant(call("c1"), id="a2"), tool_result("c1", "42", id="t1"))
        cut = Pipeline((phase("history", "first", fetched_history, keep_recent(groups=2)),))
        after = run(cut, Context.of(SAID, FetchedHistory(earlier)))

        assert [node.id for node in after.messages] == ["a2", "t1", "u2"]


class TestFact:
    """What a store may give."""

    def test_a_list_becomes_a_vector(self) -> None:
        assert FetchedHistory([ONE]).messages == chat(ONE)

    @pytest.mark.parametrize(
        ("given", "field"),
        [("text", "messages"), (None, "messages"), ([ONE, {}], r"messages\[1\]")],
    )
    def test_what_is_no_message_is_refused(self, given: object, field: str) -> None:
        with pytest.raises(InvalidFact, match=f"FetchedHistory: field {field}"):
            FetchedHistory(given)  # type: ignore[arg-type]


class TestProperties:
    """What is true of every conversation."""

    @given(conversations(), conversations())
    def test_the_conversation_neither_changes_nor_moves(
        self, messages: Messages, earlier: Messages
    ) -> None:
        after = fetched_history(Context.of(messages, FetchedHistory(earlier))).messages
        there = set(map(id, messages))

        assert (
            list(map(id, messages))
            == [id(node) for node in after if id(node) in there][-len(messages) or len(after) :]
        )

    @given(conversations(), conversations())
    def test_no_id_that_was_fetched_stands_twice(
        self, messages: Messages, earlier: Messages
    ) -> None:
        after = fetched_history(Context.of(messages, FetchedHistory(earlier))).messages
        named = [(node.id, side_of(node)) for node in after if node.id is not None]
        new = named[: len(after) - len(messages)]
        known = {(node.id, side_of(node)) for node in messages if node.id is not None}
        added = [one for one in new if one not in known]

        assert len(set(added)) == len(added)

    @given(conversations(), conversations())
    def test_twice_is_once(self, messages: Messages, earlier: Messages) -> None:
        once = fetched_history(Context.of(messages, FetchedHistory(earlier)))

        assert fetched_history(once) is once


class TestTwin:
    """The frozen version and its mutable twin say the same."""

    @given(conversations(), conversations())
    def test_agrees_with_the_mutable_twin(self, messages: Messages, earlier: Messages) -> None:
        rows, before = ([_row(node) for node in said] for said in (messages, earlier))
        twins.prepend_history(rows, before)

        after = fetched_history(Context.of(messages, FetchedHistory(earlier))).messages
        assert [_row(node) for node in after] == rows


def _row(node: Node) -> dict[str, object]:
    words = isinstance(node, System) and not node.blocks
    plain = words and all(isinstance(part, Text) for part in getattr(node, "parts", ()))
    content = text_of(node) if plain else [repr(node)]
    row: dict[str, object] = {"role": node.role, "id": node.id, "content": content}
    return row | {"tool_call_id": node.call_id} if isinstance(node, ToolResult) else row
