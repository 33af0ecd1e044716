"""The figures of long histories are taken, on short ones."""

from __future__ import annotations

from benchmarks.long_histories import ledger_stretches, turn_costs
from ctxfn.tokens import estimate


def test_each_way_to_cut_has_its_row() -> None:
    costs = turn_costs(estimate(), 1, sizes=(20, 40))

    assert [one.what for one in costs] == [
        "fit, cold",
        "fit, warm",
        "fit, pins anywhere, cold",
        "fit, pins anywhere, warm",
        "fit, stable, cold",
        "fit, stable, warm",
        "ledger, append and cut",
    ]
    assert all(len(one.times) == 2 for one in costs)


def test_a_ledger_is_told_of_tenth_by_tenth() -> None:
    stretches = ledger_stretches(100, estimate())

    assert [one.messages for one in stretches] == list(range(10, 101, 10))
