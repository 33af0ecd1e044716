"""Structural cases of a whole engine, as far as the default pipeline has the steps."""

from __future__ import annotations

from collections import Counter

import pytest

from tests.assembly.engine_cases import reason_to_leave, reduced, run_case
from tests.cases.reduction import Case, acceptable, load_cases

CASES = load_cases("engine")
JUDGED = [pytest.param(case, id=case["id"]) for case in CASES if reason_to_leave(case) is None]

#: How many cases wait, by the step they wait for. A step that comes takes its line away.
LEFT_OUT = {
    "tool snapshots": 2,
}


class TestStructural:
    """Each acceptable output, and none else."""

    @pytest.mark.parametrize("case", JUDGED)
    def test_the_request_is_acceptable(self, case: Case) -> None:
        assert reduced(run_case(case).messages, case) in acceptable(case)

    def test_what_is_left_out_waits_for_a_step(self) -> None:
        reasons = [reason_to_leave(case) for case in CASES]

        assert Counter(reason for reason in reasons if reason is not None) == LEFT_OUT
