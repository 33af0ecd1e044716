"""A rule that somebody else wrote may raise or give anything: it is named, and nothing else leaves."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from ctxfn import check
from ctxfn.errors import InvalidArgument
from ctxfn.front import fix
from ctxfn.lint import BrokenRule, Found, Rule
from ctxfn.pipeline import OptionError, PipelineError
from ctxfn.testing import LawBroken, check_rule

SAID = [{"role": "user", "content": "hi"}]


def rule(answer: Callable[[], object], **changed: Any) -> Rule:
    fields: dict[str, Any] = {
        "code": "ACME101",
        "name": "acme",
        "find": lambda _said, _profile: answer(),
        "severity": lambda _profile: "error",
        "hint": "Mend it.",
        "no_fix": "Nobody can.",
    }
    return Rule(**{**fields, **changed})


def broken() -> object:
    raise ValueError("boom")


def half_way() -> object:
    yield Found(0, "this", "that")
    raise KeyError("x")


ANSWERS: tuple[tuple[Callable[[], object], str], ...] = (
    (broken, "ValueError: boom"),
    (half_way, "KeyError: 'x'"),
    (lambda: None, "TypeError: 'NoneType' object is not iterable"),
    (lambda: [7], "7"),
    (lambda: [Found(-1, "this", "that")], "index -1"),
    (lambda: [Found(True, "this", "that")], "index True"),
    (lambda: [Found(0, 5, "that")], "the text found 5"),  # type: ignore[arg-type]
    (lambda: [Found(0, "this", None)], "the text expected None"),  # type: ignore[arg-type]
    (lambda: [Found(0, "this", "that", "id")], "path 'id'"),  # type: ignore[arg-type]
    (lambda: [Found(0, "this", "that", (), "bad")], "severity 'bad'"),  # type: ignore[arg-type]
)


class TestExamples:
    @pytest.mark.parametrize(("answer", "found"), ANSWERS)
    def test_a_rule_is_named_that_gives_no_findings(
        self, answer: Callable[[], object], found: str
    ) -> None:
        with pytest.raises(BrokenRule) as caught:
            check(SAID, rules=[rule(answer)])

        assert (caught.value.rule, caught.value.found) == ("ACME101 acme", found)

    @pytest.mark.parametrize(("answer", "found"), ANSWERS)
    def test_its_check_breaks_a_law(self, answer: Callable[[], object], found: str) -> None:
        with pytest.raises(LawBroken):
            check_rule(rule(answer), examples=3)

    def test_so_is_one_whose_severity_is_none(self) -> None:
        with pytest.raises(BrokenRule, match="severity 'fatal'"):
            check(SAID, rules=[rule(tuple, severity=lambda _profile: "fatal")])

    def test_so_is_one_that_makes_no_fix(self) -> None:
        made = {"no_fix": None, "fix_safety": "safe", "fix_for": lambda _profile: broken()}
        with pytest.raises(BrokenRule, match="rule ACME101 acme: found ValueError: boom"):
            fix(SAID, rules=[rule(lambda: [Found(0, "this", "that")], **made)])

    def test_requests_that_are_compared_are_its_own_too(self) -> None:
        with pytest.raises(BrokenRule, match="found 7"):
            check(SAID, rules=[rule(tuple, between=lambda *_: [7])], after=SAID)


class TestMisuse:
    @pytest.mark.parametrize(
        "changed", [{"code": 5}, {"name": 5}, {"hint": None}, {"find": None}, {"severity": "error"}]
    )
    def test_no_rule_is_made_of_anything_else(self, changed: dict[str, object]) -> None:
        with pytest.raises(PipelineError):
            rule(tuple, **changed)

    @pytest.mark.parametrize("rules", [5, "T101", None])
    @pytest.mark.parametrize("verb", [check, fix])
    def test_rules_are_a_list(self, verb: Callable[..., object], rules: object) -> None:
        with pytest.raises(OptionError, match="rules"):
            verb(SAID, rules=rules)

    def test_only_a_rule_is_checked(self) -> None:
        wrong: Any = 5
        for arguments in ((wrong,), (rule(tuple), wrong)):
            with pytest.raises(InvalidArgument):
                check_rule(*arguments)
