"""Structural cases of the template steps: placeholders and the input template."""

from __future__ import annotations

import pytest

from tests.cases.content_reduction import expected, reduced, run_case
from tests.cases.reduction import Case, load_cases


def cases(name: str) -> list[object]:
    return [pytest.param(case, id=case["id"]) for case in load_cases(name)]


class TestStructural:
    """Each acceptable output, and none else."""

    @pytest.mark.parametrize("case", cases("placeholders"))
    def test_placeholders_are_filled(self, case: Case) -> None:
        assert reduced(run_case(case).messages, case) in expected(case)

    @pytest.mark.parametrize("case", cases("input_template"))
    def test_the_template_goes_around_the_words(self, case: Case) -> None:
        assert reduced(run_case(case).messages, case) in expected(case)
