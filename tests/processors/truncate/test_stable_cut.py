"""A stable cut: whole units go, so what is sent begins as it did until the next unit goes."""

from __future__ import annotations

import math

import pytest
from hypothesis import event, given
from hypothesis import strategies as st

import ctxfn
from ctxfn.messages import Messages, assistant, chat, system, user
from ctxfn.pipeline import OptionError
from ctxfn.processors import BudgetUnsatisfiable, fit_budget
from ctxfn.tokens import REFERENCE_TARIFF, CacheReport, Counter, measure, simulate_cache
from tests.messages.histories import histories


def quarter(text: str) -> int:
    return math.ceil(len(text) / 4)


REFERENCE = Counter("reference", False, quarter)


def cut(
    said: Messages,
    budget: int,
    unit: int | None = None,
    *,
    turn_tokens: int = 0,
    start_on_user: bool = False,
) -> Messages:
    step = fit_budget(
        budget=budget,
        unit=unit,
        stable=True,
        turn_tokens=turn_tokens,
        start_on="user" if start_on_user else "any",
        counter=REFERENCE,
        tariff=REFERENCE_TARIFF,
    )
    return step(said)


def tokens(said: Messages) -> int:
    return sum(measure(node, REFERENCE, tariff=REFERENCE_TARIFF) for node in said)


def turns(first: int, last: int, size: int = 40) -> Messages:
    """Questions of *size* characters and their answers, by number."""
    said = [
        node
        for number in range(first, last)
        for node in (
            user(f"q{number:05}".ljust(size, "."), id=f"q{number}"),
            assistant(f"a{number:05}".ljust(size, "."), id=f"a{number}"),
        )
    ]
    return chat(*said)


class TestExamples:
    """How much goes, and when."""

    def test_all_that_fits_is_the_same_object(self) -> None:
        said = turns(0, 5)

        assert cut(said, 10_000) is said

    def test_whole_units_go_and_the_cut_stays_between_them(self) -> None:
        # 14 tokens a message; 280 fit twenty of them, and a unit is five.
        history = turns(0, 40)
        starts = [len(history[: 2 * n]) - len(cut(history[: 2 * n], 280, 70)) for n in range(8, 21)]

        assert starts == [0, 0, 0, 5, 5, 10, 10, 10, 15, 15, 20, 20, 20]

    def test_without_a_unit_a_quarter_of_what_is_allowed_goes(self) -> None:
        said = chat(system("s" * 400), *turns(0, 20))

        kept = cut(said, 104 + 296)

        assert kept[0] == said[0]
        assert kept[1:] == said[23:]

    def test_a_question_that_is_pinned_stays_where_its_unit_goes(self) -> None:
        said = chat(*turns(0, 10), user("last", id="last"), assistant("a" * 1000))

        assert cut(said, 275, 100) == said[20:]

    def test_what_has_to_stay_costs_too_much(self) -> None:
        with pytest.raises(BudgetUnsatisfiable) as error:
            cut(chat(user("q" * 400)), 50)

        assert (error.value.needed, error.value.allowed) == (104, 50)

    def test_a_unit_alone_is_refused_by_the_verb(self) -> None:
        with pytest.raises(OptionError, match="stable=True"):
            ctxfn.fit([], budget=10, unit=5)
        with pytest.raises(OptionError, match="a budget"):
            ctxfn.fit([], groups=10, stable=True)


class TestProperties:
    """Within the budget, and the same beginning."""

    @given(histories(), st.integers(1, 400), st.integers(1, 200), st.booleans())
    def test_never_over_the_budget(
        self, said: Messages, budget: int, unit: int, start_on_user: bool
    ) -> None:
        try:
            kept = cut(said, budget, unit, start_on_user=start_on_user)
        except BudgetUnsatisfiable:
            event("too little")
            return
        event("cut" if len(kept) < len(said) else "whole")

        assert tokens(kept) <= budget or kept is said

    @given(st.integers(0, 60), st.integers(1, 9), st.integers(60, 900), st.integers(1, 300))
    def test_the_same_beginning_until_a_unit_goes(
        self, many: int, more: int, budget: int, unit: int
    ) -> None:
        # A unit that leaves no room for a turn asks for more than may go: the newest stays.
        unit = min(unit, budget - 50)
        before, after = turns(0, many + 1), turns(0, many + 1 + more)
        one, other = cut(before, budget, unit), cut(after, budget, unit)
        over = [max(0, math.ceil((tokens(said) - budget) / unit)) for said in (before, after)]
        event(f"units: {over[1] - over[0]}")

        if over[0] == over[1] and tokens(before) - over[0] * unit >= tokens(before[-2:]):
            assert other[: len(one)] == one

    @given(
        st.integers(1, 60),
        st.integers(200, 900),
        st.integers(1, 300),
        st.integers(14, 150),
        st.data(),
    )
    def test_what_changes_in_the_turn_does_not_move_the_cut(
        self, many: int, budget: int, unit: int, room: int, data: st.DataObject
    ) -> None:
        history = turns(0, many)
        sizes = st.integers(1, 4 * (room - 4))
        asked = [user("x" * data.draw(sizes), id="asked") for _ in range(2)]
        one, other = (cut(chat(*history, last), budget, unit, turn_tokens=room) for last in asked)
        event("cut" if len(one) <= many else "whole")

        assert one[:-1] == other[:-1]
        assert one[-1] == asked[0]

    @given(histories(), st.integers(1, 400), st.integers(1, 200), st.integers(0, 200))
    def test_what_is_set_aside_only_cuts_earlier(
        self, said: Messages, budget: int, unit: int, room: int
    ) -> None:
        try:
            kept = cut(said, budget, unit, turn_tokens=room)
        except BudgetUnsatisfiable:
            return
        plain = cut(said, budget, unit)

        assert {id(node) for node in kept} <= {id(node) for node in plain}
        assert tokens(kept) <= budget


def session(head: int, turns_: int) -> CacheReport:
    """What a cache makes of so many turns behind a history that is longer than the budget."""
    history = [{"role": "system", "content": "s" * 4 * head}] if head else []
    for number in range(300):
        history.append({"role": "user", "content": f"{number:06}".ljust(4 * 18, "u")})
        history.append({"role": "assistant", "content": f"{number:06}".ljust(4 * 18, "a")})
    sent = []
    for number in range(turns_):
        history.append({"role": "user", "content": f"x{number:06}".ljust(4 * 18, "u")})
        sent.append(ctxfn.fit(history, budget=10_000, stable=True, counter=REFERENCE))
        history.append({"role": "assistant", "content": f"x{number:06}".ljust(4 * 18, "a")})
    return simulate_cache(sent, counter=REFERENCE, budget=10_000)


class TestSession:
    """A tenth of a long session: what is paid for once is read from the cache."""

    def test_most_of_each_request_was_sent_before_at_a_high_use_of_the_window(self) -> None:
        report = session(0, 250)

        assert report.mean_share >= 0.975
        assert report.mean_use is not None
        assert report.mean_use >= 0.85
        assert all(turn.tokens <= 10_000 for turn in report.turns)

    def test_a_pinned_head_is_read_even_where_a_unit_goes(self) -> None:
        """So short messages are a third JSON, and the head is none: it weighs less than it costs."""
        report = session(2_000, 250)

        assert report.mean_share >= 0.979
        assert report.mean_use is not None
        assert report.mean_use >= 0.85
        assert all(turn.tokens <= 10_000 for turn in report.turns)
