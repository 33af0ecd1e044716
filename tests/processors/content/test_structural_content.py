"""Structural cases of the content steps: media of messages, calls and results."""

from __future__ import annotations

import pytest

from tests.cases.content_reduction import expected, reduced, run_case
from tests.cases.reduction import Case, load_cases


def cases(name: str) -> list[object]:
    return [pytest.param(case, id=case["id"]) for case in load_cases(name)]


class TestStructural:
    """Each acceptable output, and none else."""

    @pytest.mark.parametrize("case", cases("content"))
    def test_media_are_shown_or_stood_in_for(self, case: Case) -> None:
        assert reduced(run_case(case).messages, case) in expected(case)

    @pytest.mark.parametrize("case", cases("calls"))
    def test_calls_are_readable_and_results_named(self, case: Case) -> None:
        assert reduced(run_case(case).messages, case) in expected(case)
