"""Structural cases of a whole engine, all of them."""

from __future__ import annotations

import pytest

from tests.assembly.engine_cases import reduced, run_case
from tests.cases.reduction import Case, acceptable, load_cases


class TestStructural:
    """Each acceptable output, and none else."""

    @pytest.mark.parametrize("case", [pytest.param(c, id=c["id"]) for c in load_cases("engine")])
    def test_the_request_is_acceptable(self, case: Case) -> None:
        assert reduced(run_case(case).messages, case) in acceptable(case)
