"""Two thousand spoiled conversations: what `repair` writes stands before a judge of its own mind."""

from __future__ import annotations

import copy
import json

import pytest
from hypothesis import given, settings

from ctxfn import check, repair
from ctxfn.errors import CtxfnError
from tests.front.openai_judge import judge
from tests.front.spoiled_bodies import WHOLE, spoiled
from tests.wire.uichat_trees import dirty_trees

#: So many conversations a test, and so many tests.
EACH, TESTS = 100, 20


def errors(findings: object) -> list[str]:
    assert isinstance(findings, tuple)
    return [one.code for one in findings if one.severity == "error"]


class TestJudge:
    def test_what_is_right_is_right(self) -> None:
        assert judge(WHOLE) == []
        assert check(WHOLE) == ()
        assert repair(WHOLE) == WHOLE

    @pytest.mark.parametrize("seed", [0, 1, 2])
    def test_damage_is_the_same_for_the_same_seed(self, seed: int) -> None:
        assert json.dumps(spoiled(seed)) == json.dumps(spoiled(seed))


class TestRepair:
    @pytest.mark.parametrize("start", range(0, EACH * TESTS, EACH))
    def test_what_is_repaired_is_right_or_its_fault_is_left(self, start: int) -> None:
        for seed in range(start, start + EACH):
            rows = spoiled(seed)
            given = copy.deepcopy(rows)
            report = repair.report(rows, format="openai_chat")

            # Only a conversation of nothing has nothing that could be sent.
            left = ["R209"] if not report.output else []
            assert errors(report.left) == left, seed
            assert bool(judge(report.output)) is bool(left), seed
            assert repair(report.output, format="openai_chat") == report.output, seed
            assert repr(rows) == repr(given), seed

    @pytest.mark.parametrize("start", range(0, EACH * TESTS, EACH))
    def test_check_finds_an_error_where_the_judge_does(self, start: int) -> None:
        for seed in range(start, start + EACH):
            rows = spoiled(seed)

            found = check(rows, format="openai_chat", ignore=["message-name-format"])

            assert bool(errors(found)) is bool(judge(rows)), seed  # it does not look at names

    @settings(max_examples=30)
    @given(dirty_trees())
    def test_rows_of_a_chat_ui_become_right_too(self, rows: object) -> None:
        try:
            report = repair.report(rows, format="uichat")
        except CtxfnError:
            return

        assert bool(judge(report.output)) is bool(errors(report.left))
