"""The cut of `stable=True` as a history grows: never back, by whole units, beside any prompt."""

from __future__ import annotations

import itertools
from collections.abc import Sequence

import pytest
from hypothesis import event, given
from hypothesis import strategies as st

import ctxfn
from ctxfn.messages import (
    Messages,
    Node,
    assistant,
    call,
    chat,
    spans_of,
    system,
    tool_result,
    user,
)
from ctxfn.processors import BudgetUnsatisfiable, fit_budget
from ctxfn.tokens import Counter, measure

LENGTH = Counter("characters", False, len)


def cut(said: Messages, budget: int, *, stable: bool = True) -> Messages:
    return fit_budget(said, budget=budget, counter=LENGTH, stable=stable)


def starts(history: Sequence[Node], budget: int, *, stable: bool = True) -> list[bool]:
    """Whether each request but the first begins with the one before."""
    sent = [
        list(cut(chat(*history[: end + 1]), budget, stable=stable)) for end in range(len(history))
    ]
    return [after[: len(before)] == before for before, after in itertools.pairwise(sent)]


@st.composite
def talks(draw: st.DrawFn) -> list[Node]:
    """Questions, calls with their results, and answers, as an agent appends them."""
    said: list[Node] = [system("s" * draw(st.integers(0, 150)))]
    for turn in range(draw(st.integers(1, 5))):
        said.append(user(f"q{turn}" + "q" * draw(st.integers(0, 60))))
        for step in range(draw(st.integers(0, 4))):
            names = [f"{turn}.{step}.{n}" for n in range(draw(st.integers(1, 2)))]
            said.append(assistant("", *(call(name, "f") for name in names)))
            said += [tool_result(name, "r" * draw(st.integers(1, 60))) for name in names]
        said.append(assistant("a" * draw(st.integers(1, 60))))
    return said


class TestExamples:
    """A large prompt, a long turn, an open call."""

    def test_a_large_prompt_leaves_room_for_more_than_the_last_question(self) -> None:
        said: list[Node] = [system("s" * 850)]
        kept = []
        for number in range(60):
            said.append((user if number % 2 == 0 else assistant)(f"{number:02} " + "w" * 10))
            if number % 2 == 0:
                kept.append(len(cut(chat(*said), 1_000)) - 1)

        assert min(kept[4:]) >= 4

    def test_a_turn_that_outgrows_the_budget_goes_by_units(self) -> None:
        said: list[Node] = [user("go")]
        for number in range(100):
            name = f"{number:03}"
            said += [assistant("", call(name, "f")), tool_result(name, "r" * 20)]
        price = sum(measure(node, LENGTH) for node in said)

        moves = starts(said, 1_000).count(False)
        assert moves <= -(-(price - 1_000) // 250) + 1
        assert starts(said, 1_000, stable=False).count(False) > 3 * moves

    def test_the_newest_atom_stays_where_it_fits(self) -> None:
        said: list[Node] = [user("go")]
        for number in range(6):
            said += [assistant("", call(str(number), "f")), tool_result(str(number), "r" * 800)]

            assert list(cut(chat(*said), 1_000)) == [said[0], *said[-2:]]

    def test_a_result_cheaper_than_its_stand_in_brings_nothing_back(self) -> None:
        old = [user("o" * 100) for _ in range(10)]
        asked: list[Node] = [user("run it"), assistant("", call("c", "f")), tool_result("c", "ok")]
        said: list[Node] = [*old, *asked]

        kept = [list(cut(chat(*said[:end]), 160)) for end in (11, 12, 13)]
        assert kept == [[old[9], said[10]], said[10:12], said[10:13]]

    @pytest.mark.parametrize("stable", [False, True])
    def test_a_prompt_in_the_middle_is_no_request(self, stable: bool) -> None:
        said = chat(assistant("x" * 30, call("c", "f")), system("mid"), tool_result("c", "r"))

        def fit(budget: int) -> list[str]:
            step = fit_budget(budget=budget, counter=LENGTH, pin_in="head", stable=stable)
            return [node.role for node in step(said)]

        assert fit(46) == ["assistant", "tool"]
        with pytest.raises(BudgetUnsatisfiable, match="assistant at 0"):
            fit(40)

    def test_dicts_are_cut_likewise(self) -> None:
        said = [{"role": "system", "content": "s" * 850}]
        said += [{"role": "user", "content": "w" * 12} for _ in range(41)]

        kept = ctxfn.fit(said, budget=1_000, stable=True, counter=LENGTH)
        assert isinstance(kept, list)
        assert len(kept) > 4


class TestProperties:
    """As messages are appended, nothing that went comes back."""

    @given(talks(), st.integers(150, 600))
    def test_the_cut_never_moves_back(self, said: list[Node], budget: int) -> None:
        gone: set[int] = set()
        moves = 0
        for end in range(1, len(said) + 1):
            history = chat(*said[:end])
            try:
                kept = {id(node) for node in cut(history, budget)}
            except BudgetUnsatisfiable:
                gone = set()
                continue
            newest = spans_of(history)[-1]
            now = {at for at in range(end) if id(said[at]) not in kept and at not in newest}
            assert gone <= now
            moves += gone != now
            gone = now
        event(f"moves: {min(moves, 3)}")

    @given(talks(), st.integers(300, 600))
    def test_what_is_sent_begins_the_same_while_nothing_goes(
        self, said: list[Node], budget: int
    ) -> None:
        before: list[Node] = []
        for end in range(1, len(said) + 1):
            after = list(cut(chat(*said[:end]), budget))
            lost = any(all(one is not node for one in after) for node in before)
            event(f"lost: {lost}")

            assert lost or all(one is other for one, other in zip(before, after, strict=False))
            before = after
