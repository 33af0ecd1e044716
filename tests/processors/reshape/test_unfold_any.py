"""take_apart, unfold_any: one loop for all cards, and an opener for each kind."""

from __future__ import annotations

from collections.abc import Mapping
from typing import get_args

from hypothesis import given

from ctxfn.context import Note
from ctxfn.messages import (
    Card,
    Column,
    Compare,
    CompressedGroup,
    Council,
    Messages,
    Node,
    Task,
    TaskCallback,
    Tasks,
    Text,
    Unknown,
    Verification,
    assistant,
    chat,
    flat,
    text_of,
    user,
)
from ctxfn.pipeline import Told
from ctxfn.processors import choose_columns, flatten_councils, flatten_groups, surface_summaries
from ctxfn.processors.reshape import unfold_any
from ctxfn.processors.reshape.take_apart import Opener, take_apart
from ctxfn.processors.reshape.unfold_any import OPENERS
from ctxfn.testing import trees

OPEN: Mapping[type, Opener] = {
    Council: lambda card: Told(card.members, (Note("", "opened", "", (card.id or "",)),))
}


class TestTakeApart:
    """The loop."""

    def test_what_is_opened_is_looked_at_again_in_order(self) -> None:
        inner = Council((user("b"), user("c")), id="inner")
        told = take_apart(Council((user("a"), inner, user("d")), id="outer"), OPEN, "mine")

        assert isinstance(told, Told)
        assert [text_of(node) for node in told.nodes] == ["a", "b", "c", "d"]
        assert [(note.step, note.ids) for note in told.notes] == [
            ("mine", ("outer",)),
            ("mine", ("inner",)),
        ]

    def test_a_card_that_stays_is_rebuilt_only_where_something_changed(self) -> None:
        left, right = Column((user("a"),), "l"), Column((Council((user("b"),)),), "r")
        kept = Tasks((user("c"), user("d")), True, "t")
        told = take_apart(Tasks((Compare((left, right), "r"), kept), id="k"), OPEN, "mine")

        assert isinstance(told, Told)
        assert told.nodes == (
            Tasks((Compare((left, Column((user("b"),), "r")), "r"), kept), id="k"),
        )
        card = told.nodes[0]
        assert isinstance(card, Tasks)
        assert card.tasks[1] is kept

    def test_nothing_to_open_gives_the_node_itself(self) -> None:
        for node in (user("a"), Tasks((Compare(),)), CompressedGroup((), (Council(),), (user(),))):
            assert take_apart(node, OPEN, "mine") is node

    def test_a_node_that_stands_in_two_places_is_opened_in_both(self) -> None:
        once: Node = Council((user("a"),))
        told = take_apart(Tasks((once, Tasks((once,)))), OPEN, "mine")

        assert told == Told((Tasks((user("a"), Tasks((user("a"),)))),), told.notes)  # type: ignore[union-attr]


class TestUnfoldAny:
    """An opener for every kind."""

    def test_there_is_one_for_each_card(self) -> None:
        assert set(OPENERS) == set(get_args(Card))

    def test_reports_speak_as_a_user_and_agents_as_the_assistant(self) -> None:
        words = (Text("so"),)
        cards = (Task(words), Tasks((), parts=words), TaskCallback(words), Verification(words))
        roles = [
            unfold_any(card, "mine").messages[0].role for card in (*cards, Unknown("x", words))
        ]

        assert roles == ["assistant", "assistant", "user", "user", "user"]

    def test_a_card_that_says_nothing_gives_nothing(self) -> None:
        for card in (Task(), Tasks(), TaskCallback(), Verification(), Unknown("x"), Council()):
            assert unfold_any(card, "mine") == ((), ())

    def test_a_message_is_itself(self) -> None:
        said = assistant("hi")

        assert unfold_any(said, "mine").messages[0] is said

    @given(trees(depth=5))
    def test_it_opens_each_card_as_the_step_for_its_kind_does(self, messages: Messages) -> None:
        at_once = [one for node in messages for one in unfold_any(node, "mine").messages]
        steps = (surface_summaries(), choose_columns(), flatten_councils(), flatten_groups())
        by_steps = messages
        for step in steps:
            by_steps = step(by_steps)
        last = [one for node in by_steps for one in unfold_any(node, "mine").messages]

        # A card that says nothing leaves a message that says nothing, or none.
        said, told = (
            [text for one in nodes if (text := text_of(one))] for nodes in (at_once, last)
        )
        assert said == told
        assert flat(chat(*at_once)) == chat(*at_once)
