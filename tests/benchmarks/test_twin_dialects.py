"""The steps that dialects ask for, and their twins, make the same of the same rows."""

from __future__ import annotations

import copy
from typing import Any

import pytest
from hypothesis import given

from benchmarks import twins
from ctxfn import processors
from tests.benchmarks.test_agreement import Rows, broken, by_hand, frozen, histories, spoken

STEPS: dict[str, tuple[Any, Any]] = {
    "bridge": (processors.bridge_results(), twins.bridge_results),
    "batches": (processors.collapse_batches(), twins.collapse_batches),
    "thoughts": (processors.fit_thoughts(), twins.fit_thoughts),
    "words": (processors.words_behind_results(), twins.words_behind_results),
}


def told(rows: Any) -> Rows:
    """Leave out answers of nothing, of which the frozen form keeps how they were written."""
    return [
        row
        for row in spoken(rows)
        if row.get("content") or row["role"] != "assistant" or row.get("tool_calls")
    ]


@pytest.mark.parametrize("name", STEPS)
@given(rows=histories())
def test_of_orderly_rows(name: str, rows: Rows) -> None:
    step, twin = STEPS[name]

    assert told(frozen(step, rows)) == told(by_hand(twin, rows))


@pytest.mark.parametrize("name", STEPS)
@given(rows=broken())
def test_of_broken_rows(name: str, rows: Rows) -> None:
    step, twin = STEPS[name]

    assert told(frozen(step, rows)) == told(by_hand(twin, rows))


@given(histories())
def test_of_batches_that_come_twice(rows: Rows) -> None:
    twice = [
        row for one in rows for row in ([one, copy.deepcopy(one)] if "tool_calls" in one else [one])
    ]
    step, twin = STEPS["batches"]

    assert told(frozen(step, twice)) == told(by_hand(twin, twice))
