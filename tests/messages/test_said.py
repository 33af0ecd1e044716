"""is_said: which user messages a person said, and what every step makes of the others."""

from __future__ import annotations

import pytest
from hypothesis import given

from ctxfn.messages import (
    At,
    Attributed,
    Block,
    Mark,
    Messages,
    Origin,
    Reported,
    Text,
    User,
    assistant,
    chat,
    first_said,
    is_said,
    last_said,
    system,
    text_of,
    user,
)
from ctxfn.processors import elide_tool_results, fit_budget, place_system
from ctxfn.slots import EACH_USER, LAST_USER, PREAMBLE, TAIL, Slot
from ctxfn.testing import conversations

UNSAID = (Attributed("b", "Bo"), Reported("taskCallback"))


def marked(mark: Mark, words: str = "words") -> User:
    return User((Text(words),), marks=(mark,))


class TestExamples:
    """What it says, in cases a reader can check by eye."""

    @pytest.mark.parametrize("mark", UNSAID)
    def test_what_a_mark_gives_to_another_is_nobodys_word(self, mark: Mark) -> None:
        said = chat(marked(mark), user("one"), assistant("a"), user("two"), marked(mark))

        assert not is_said(said[0])
        assert first_said(said) == At(1, said[1])
        assert last_said(said) == At(3, said[3])

    def test_ours_is_not_and_where_nobody_spoke_nothing_is_found(self) -> None:
        said = chat(User(origin=Origin(ours="tail")), assistant("a"))

        assert (first_said(said), last_said(said)) == (None, None)

    @pytest.mark.parametrize("mark", UNSAID)
    @pytest.mark.parametrize("slot", [EACH_USER, LAST_USER, PREAMBLE, TAIL])
    def test_no_slot_takes_another_for_the_person(self, slot: Slot, mark: Mark) -> None:
        said = chat(marked(mark), user("one"), marked(mark))

        after = slot.place(said, Block("date", "today"))

        assert [node for node in after if node.marks] == [said[0], said[2]]

    @pytest.mark.parametrize("mark", UNSAID)
    def test_a_budget_keeps_what_the_person_said_last(self, mark: Mark) -> None:
        said = chat(user("one " * 20), user("two"), *(marked(mark, "x " * 50) for _ in range(9)))

        after = fit_budget(said, budget=150)

        assert [text_of(node)[:3] for node in after if is_said(node)] == ["two"]

    @pytest.mark.parametrize("mark", UNSAID)
    def test_a_system_text_does_not_stand_before_who_speaks(self, mark: Mark) -> None:
        said = chat(user("one"), assistant("a"), system("s"), marked(mark))

        assert place_system(said)[-1] is said[3]

    @pytest.mark.parametrize("mark", UNSAID)
    def test_no_turn_begins_with_them(self, mark: Mark) -> None:
        said = chat(user("one"), assistant("a"), marked(mark), assistant("b"))

        assert elide_tool_results(said, turns=1) is said


class TestProperties:
    """What holds for every conversation."""

    @given(conversations())
    def test_first_and_last_are_the_ends_of_all(self, said: Messages) -> None:
        every = [At(place, node) for place, node in enumerate(said) if is_said(node)]

        assert (first_said(said), last_said(said)) == (
            (every[0], every[-1]) if every else (None, None)
        )
