"""A tenth of a long session under a budget: most of each request was sent before."""

from __future__ import annotations

import pytest

from benchmarks.session import Outcome, Session, bound, run, turns_of_chat
from ctxfn.tokens import estimate, measure

TENTH = Session(turns=200)


@pytest.fixture(scope="module")
def units() -> Outcome:
    return run(TENTH, stable=True, counter=estimate())


@pytest.fixture(scope="module")
def units_behind_a_head() -> Outcome:
    return run(TENTH._replace(head=20_000), stable=True, counter=estimate())


def test_turns_have_the_size_they_should() -> None:
    made = turns_of_chat(1, estimate())
    costs = [
        sum(measure(node, estimate()) for node in (*asked, *told))
        for asked, told in (next(made) for _ in range(100))
    ]

    assert 440 <= sum(costs) / len(costs) <= 460


def test_nothing_is_over_the_budget_and_all_is_paired(
    units: Outcome, units_behind_a_head: Outcome
) -> None:
    assert [(one.over, one.unpaired) for one in (units, units_behind_a_head)] == [(0, 0)] * 2


def test_what_was_sent_is_read_again(units: Outcome, units_behind_a_head: Outcome) -> None:
    """So few turns see a unit go once more or less than its share: less than a hundredth."""
    for one, share in ((units, 0.975), (units_behind_a_head, 0.98)):
        assert one.report.mean_share >= share - 0.005
        assert abs(one.report.mean_share - one.bound) <= 0.01
        assert one.report.mean_use is not None
        assert one.report.mean_use >= 0.85


def test_it_breaks_where_a_unit_goes_and_nowhere_else(units: Outcome) -> None:
    between = TENTH.budget / 4 / 450

    assert abs(len(units.report.broken) - TENTH.turns / between) <= 1
    assert units.report.culprits == (("history cut", len(units.report.broken)),)


def test_a_window_that_slides_reads_next_to_nothing() -> None:
    slid = run(TENTH._replace(turns=20), stable=False, counter=estimate())

    assert slid.report.mean_share < 0.01
    assert len(slid.report.broken) == 19


def test_the_bound_is_higher_behind_a_head() -> None:
    assert 0.976 < bound(Session()) < 0.978
    assert 0.981 < bound(Session(head=20_000)) < 0.983
