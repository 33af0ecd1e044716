"""Trimming: the worked examples, each with the list that is sent."""

from __future__ import annotations

import pytest

from ctxfn.errors import InvalidArgument
from ctxfn.messages import Assistant, Reasoning, Text, system, text_of, user
from ctxfn.turns import Entry, budget_of, trim, unit_of
from tests.turns.lists import (
    asked,
    block,
    call,
    past,
    past_call,
    past_result,
    prompt,
    result,
    total,
    trimmed,
)

BUDGET = budget_of(8192, max_output=1024)
LEAST = budget_of(4096)


def head(tokens: int = 1000) -> list[Entry]:
    return [prompt(tokens - 400), block(400)]


def words(entry: Entry) -> int:
    return len(text_of(entry.message))


class TestBudget:
    """The window, the answer, and what a unit is."""

    @pytest.mark.parametrize(
        ("window", "ratio", "answer", "budget", "unit"),
        [
            (8192, 1.0, 1024, 6656, 1664),
            (8190, 1.0, 1024, 6654, 1664),
            (32_000, 0.7, 4096, 17_792, 4448),
            (4096, 1.0, 4096, 1024, 256),
            (128_000, 1.0, 8192, 119_296, 29_824),
            (10_001, 0.5, 1024, 3464, 866),
        ],
    )
    def test_budget_and_unit(
        self, window: int, ratio: float, answer: int, budget: int, unit: int
    ) -> None:
        found = budget_of(window, ratio=ratio, max_output=answer)

        assert (found, unit_of(found)) == (budget, unit)


class TestHistory:
    """Steps 1 and 3: whole units of the oldest history."""

    def test_as_much_as_is_available_stays(self) -> None:
        done = trimmed([*head(), *past(*[100] * 39, 92), asked(500)], BUDGET)

        assert (done.cut, done.step, done.after, done.trimmed) == (0, 1, 5492, False)

    def test_one_token_more_and_a_unit_goes_although_all_would_fit(self) -> None:
        done = trimmed([*head(), *past(*[100] * 39, 93), asked(500)], BUDGET)

        assert (done.before, done.k1, done.cut, done.dropped) == (5493, 1, 17, 1700)
        assert (done.after, done.over, done.trimmed) == (3793, False, True)

    @pytest.mark.parametrize(
        ("said", "k1", "cut", "dropped"),
        [
            ([100] * 40, 1, 17, 1700),
            ([100] * 56, 1, 17, 1700),
            ([100] * 57, 2, 34, 3400),
            ([100] * 73, 2, 34, 3400),
            ([100] * 74, 3, 50, 5000),
            ([*[100] * 56, 56], 1, 17, 1700),
            ([*[100] * 56, 57], 2, 34, 3400),
        ],
    )
    def test_the_cut_stays_while_the_history_grows_inside_a_unit(
        self, said: list[int], k1: int, cut: int, dropped: int
    ) -> None:
        done = trimmed([*head(), *past(*said), asked(500)], BUDGET)

        assert (done.k1, done.cut, done.dropped) == (k1, cut, dropped)

    def test_a_cut_on_the_first_of_two_results_takes_the_second_too(self) -> None:
        group = [past_call(300, "a", "b"), past_result(500, "a"), past_result(700, "b")]
        said = [*past(900), *group, *past(200, 400, 400, 400, 400)]

        done = trimmed([*head(), *said, asked(500)], BUDGET)

        assert (done.k1, done.cut, done.dropped, done.after) == (1, 4, 2400, 3300)

    def test_a_cut_on_the_call_message_takes_its_result(self) -> None:
        said = [*past(1500), past_call(200, "a"), past_result(2000, "a"), *past(300, 300)]

        done = trimmed([*head(), *said, asked(500)], BUDGET)

        assert (done.k1, done.cut, done.dropped, done.after) == (1, 3, 3700, 2100)

    def test_one_message_of_several_units(self) -> None:
        done = trimmed([*head(), *past(100, 5000, 100, 100), asked(500)], BUDGET)

        assert (done.k1, done.cut, done.dropped, done.after) == (1, 2, 5100, 1700)

    def test_the_least_budget(self) -> None:
        done = trimmed([prompt(300), *past(*[70] * 10), asked(100)], LEAST)

        assert (done.k1, done.cut, done.dropped, done.after) == (1, 4, 280, 820)

    def test_a_share_of_the_window(self) -> None:
        budget = budget_of(32_000, ratio=0.7)
        done = trimmed([prompt(5000), *past(*[500] * 36), asked(1000)], budget)

        assert (done.k1, done.cut, done.dropped, done.after) == (3, 27, 13_500, 10_500)

    def test_a_head_that_leaves_less_than_nothing(self) -> None:
        said = [prompt(4800), block(400), *past(100, 100, 100), asked(200)]
        done = trimmed(said, BUDGET)

        assert (done.before, done.k1, done.cut, done.after) == (5700, 1, 3, 5400)
        assert not done.over

    def test_a_unit_that_the_history_never_reaches(self) -> None:
        done = trimmed([prompt(4656), *past(200, 200), asked(200)], BUDGET)

        assert (done.k1, done.cut, done.after) == (1, 2, 4856)

    @pytest.mark.parametrize(
        ("size", "step", "k3", "cut", "dropped"),
        [
            (1756, 1, 0, 0, 0),
            (1757, 3, 1, 17, 1700),
            (3420, 3, 1, 17, 1700),
            (3421, 3, 2, 34, 3400),
            (5084, 3, 2, 34, 3400),
            (5085, 3, 3, 39, 3900),
        ],
    )
    def test_the_turn_grows_inside_a_unit(
        self, size: int, step: int, k3: int, cut: int, dropped: int
    ) -> None:
        done = trimmed([*head(), *past(*[100] * 39), asked(size)], BUDGET)

        assert (done.step, done.k3, done.cut, done.dropped) == (step, k3, cut, dropped)

    def test_both_steps(self) -> None:
        done = trimmed([*head(), *past(*[100] * 45), asked(4000)], BUDGET)

        assert (done.k1, done.step, done.k3) == (1, 3, 2)
        assert (done.cut, done.dropped, done.after) == (34, 3400, 6100)

    def test_the_units_are_reckoned_not_walked(self) -> None:
        done = trimmed([*head(), *past(100, 2900, *[100] * 9), asked(3456)], BUDGET)

        assert (done.k3, done.cut, done.dropped) == (2, 6, 3400)


class TestTurn:
    """Steps 2 and 5: what this turn appended."""

    def test_an_old_result_is_cut_and_nothing_else(self) -> None:
        turn = [
            asked(4, characters=350),
            call(40, "a"),
            result("a", 7000),
            call(40, "b"),
            result("b", 700),
        ]
        done = trimmed([*head(), *past(*[100] * 39), *turn], BUDGET)

        assert (total(turn), done.before, done.cut) == (2392, 7292, 0)
        assert (done.step, done.after, words(done.entries[-3])) == (2, 5442, 522)

    def test_an_old_group_becomes_one_line(self) -> None:
        turn = [
            asked(4, characters=3500),
            call(60, "a"),
            result("a", 1400),
            call(60, "b"),
            result("b", 140),
        ]
        done = trimmed([prompt(204), *turn], budget_of(2936, max_output=1024))

        assert (done.before, done.step, len(done.entries), done.after) == (1776, 2, 5, 1358)
        assert text_of(done.entries[2].message) == f"[历史工具调用] look → {'x' * 100}..."
        assert done.entries[2].tag == "digest"

    def test_a_group_that_costs_less_than_its_line_stays(self) -> None:
        small, last = [call(5, "a"), result("a", 5)], [call(5, "b"), result("b", 5)]
        done = trimmed([prompt(204), asked(4, characters=3500), *small, *last], LEAST)

        assert (done.step, done.entries[2:]) == (5, (*small, *last))

    def test_the_call_messages_own_words_stand_above_the_line(self) -> None:
        turn = [
            asked(4, characters=3500),
            call(60, "a", words="I look."),
            result("a", 1400),
            call(60, "b"),
            result("b", 140),
        ]
        done = trimmed([prompt(204), *turn], budget_of(2936, max_output=1024))

        assert text_of(done.entries[2].message).startswith("I look.\n[历史工具调用] look → xxx")

    def test_only_the_last_group_is_left_to_cut(self) -> None:
        turn = [asked(4, characters=350), call(40, "a", thought=900), result("a", 4000)]
        done = trimmed([prompt(204), *turn], LEAST)
        asking = done.entries[2].message

        assert isinstance(asking, Assistant)
        assert (done.before, done.step, done.after) == (1753, 5, 622)
        assert (len(asking.reasoning[0].text), words(done.entries[3])) == (420, 522)


class TestBlocks:
    """Step 4: injected messages, and the hint."""

    LIST = (
        prompt(204),
        block(4, characters=1400),
        block(4, characters=700),
        block(4, characters=350, in_turn=True),
        asked(4, characters=700),
    )

    def test_within_their_budget_the_first_goes(self) -> None:
        done = trimmed(self.LIST, LEAST)

        assert (done.before, done.step, done.after) == (1120, 4, 716)
        assert done.entries == (self.LIST[0], *self.LIST[2:])

    def test_over_their_budget_each_keeps_its_share(self) -> None:
        done = trimmed(self.LIST, LEAST, memory_budget=400)

        kept = [words(entry) for entry in done.entries if entry.tag == "injected"]
        assert (done.step, kept, done.after) == (4, [786 + 16, 393 + 16, 200 + 16], 829)

    def test_a_hint_stands_behind_the_input_when_much_went(self) -> None:
        said = [
            prompt(204),
            block(4, characters=1400),
            *past(*[50] * 6),
            asked(4, characters=2100),
        ]
        done = trimmed(said, LEAST)

        assert (done.before, done.cut, done.step, done.hint) == (1512, 6, 4, True)
        assert [entry.tag for entry in done.entries] == ["prompt", "input", "hint"]

    @pytest.mark.parametrize(("past_messages", "hint"), [(4, False), (5, True)])
    def test_much_is_six_messages(self, past_messages: int, hint: bool) -> None:
        """So many of the history, and the block."""
        said = [prompt(204), block(4, characters=1400), *past(*[50] * past_messages)]
        done = trimmed([*said, asked(4, characters=2100)], LEAST)

        assert (done.cut, done.step, done.hint) == (past_messages, 4, hint)

    def test_without_the_fourth_step_there_is_no_hint(self) -> None:
        done = trimmed([*head(), *past(*[250] * 18), asked(3200)], BUDGET)

        assert (done.k1, done.step, done.k3, done.cut) == (1, 3, 2, 14)
        assert (done.dropped, done.after, done.hint) == (3500, 5200, False)


class TestLaterCalls:
    """A later call of a turn goes on from the list of the first."""

    FIRST = trimmed([*head(), *past(*[100] * 45), asked(500)], BUDGET)

    def test_nothing_moves(self) -> None:
        again = trimmed(
            [*self.FIRST.entries, call(40, "a"), result("a", 350)],
            BUDGET,
            already=self.FIRST.dropped,
        )

        assert (self.FIRST.cut, again.cut, again.k1) == (17, 0, 1)

    def test_the_units_are_those_of_the_first(self) -> None:
        more = [call(40, "a"), result("a", 10_500)]
        grown = trimmed([*self.FIRST.entries, *more], BUDGET, already=self.FIRST.dropped)
        whole = trimmed([*head(), *past(*[100] * 45), asked(500), *more], BUDGET)

        assert (grown.step, grown.k3, grown.dropped, whole.dropped) == (3, 2, 3400, 3400)


class TestLimits:
    """A budget that is none, and what the hint may add."""

    @pytest.mark.parametrize("budget", [0, -5])
    def test_a_budget_below_one_is_refused(self, budget: int) -> None:
        with pytest.raises(InvalidArgument, match=f"trim, budget: found {budget}, expected 1"):
            trim([asked(10)], budget)

    def test_nothing_makes_way_for_the_hint(self) -> None:
        blocks = [Entry(system("I" * 100), "head", "injected")] * 20
        said = [Entry(system("P" * 3000), "head", "prompt"), *blocks]
        done = trim([*said, Entry(user("q"), "turn", "input")], LEAST)

        (hint,) = [entry for entry in done.entries if entry.tag == "hint"]
        assert done.after > LEAST
        assert done.after - total([hint]) <= LEAST
        assert done.after <= LEAST + 512


class TestGuarded:
    """What no step but the last looks at."""

    def test_the_last_message_is_not_shortened_though_it_is_of_no_group(self) -> None:
        thought = Reasoning("y" * 2_000)
        said = Entry(Assistant((Text("So."),), "4", reasoning=(thought,)), "turn", "step")
        entries = [prompt(900), asked(4), call(20, "q"), result("q", 1_500), said]

        done = trimmed(entries, 1024)
        assert done.step == 5
        assert done.entries[-1] is said

    def test_blocks_that_cost_nothing_have_no_share(self) -> None:
        entries = [prompt(10), block(), asked(characters=9_000)]
        done = trim(
            entries,
            1024,
            memory_budget=-1,
            estimate=lambda one: 0 if one.role == "system" else 2000,
        )

        assert [entry.tag for entry in done.entries] == ["prompt", "input"]
