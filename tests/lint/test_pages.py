"""Codes, names and pages: one each, and the pages as the docstrings say."""

from __future__ import annotations

import importlib
import inspect
import re
import runpy
from pathlib import Path

import pytest

from ctxfn.lint import RULES, Rule
from tests.lint.catalogue import CATALOGUE

ROOT = Path(__file__).parents[2]
PAGES = ROOT / "docs" / "lint"
HEADINGS = ("What it does", "Why it is bad", "Example", "Use instead", "Fix safety", "Sources")


def docstring(rule: Rule) -> str:
    module = importlib.import_module(f"ctxfn.lint.rules.{rule.name.replace('-', '_')}")
    return inspect.cleandoc(module.__doc__ or "")


def test_a_code_and_a_name_is_one_rules_alone() -> None:
    assert len({rule.code for rule in RULES}) == len(RULES)
    assert len({rule.name for rule in RULES}) == len(RULES)


def test_rules_of_a_family_stand_together_in_the_order_of_codes() -> None:
    families = [rule.code[0] for rule in RULES]

    assert list(dict.fromkeys(families)) == ["T", "R", "C", "I", "M", "S", "N", "B", "X"]
    for letter in dict.fromkeys(families):
        codes = [rule.code for rule in RULES if rule.code[0] == letter]
        assert codes == sorted(codes)
    assert families == sorted(families, key="TRCIMSNBX".index)


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.code)
class TestPage:
    """The docstring of a rule's module is the user's page."""

    def test_it_begins_with_code_and_name(self, rule: Rule) -> None:
        assert docstring(rule).splitlines()[0] == f"{rule.code} {rule.name}."

    def test_it_has_the_headings_in_order(self, rule: Rule) -> None:
        assert tuple(re.findall(r"^(\w[\w ]*):$", docstring(rule), re.MULTILINE)) == HEADINGS

    def test_it_says_whether_the_fix_is_safe(self, rule: Rule) -> None:
        said = docstring(rule).partition("Fix safety:")[2].split()[0].strip(":.,")

        assert said == {"safe": "Safe", "lossy": "Lossy", None: "None"}[rule.fix_safety]

    def test_the_written_page_is_current(self, rule: Rule) -> None:
        write = runpy.run_path(str(ROOT / "docs" / "lint.py"))["page"]

        written = (PAGES / f"{rule.code}.md").read_text(encoding="utf-8")

        assert written == write(rule), "run: python docs/lint.py"


def test_no_page_is_left_of_a_rule_that_is_gone() -> None:
    pages = {path.stem for path in PAGES.glob("*.md")} - {"index", "not-judged"}

    assert pages == {rule.code for rule in RULES}


def listed() -> dict[str, str]:
    """Return why each row that is listed is not judged."""
    rows = (PAGES / "not-judged.md").read_text(encoding="utf-8")
    return dict(re.findall(r"^\| `([a-z-]+)` \| (.*) \|$", rows, re.MULTILINE))


def test_a_rule_that_is_judged_is_not_among_those_not_judged() -> None:
    assert listed().keys() & {rule.name for rule in RULES} == set()


def test_each_row_of_the_catalogue_has_a_rule_or_a_reason_why_not() -> None:
    there = {rule.name for rule in RULES} | listed().keys()

    assert len(set(CATALOGUE)) == len(CATALOGUE)
    assert set(CATALOGUE) - there == set()
    assert listed().keys() - {*CATALOGUE} == set()


def test_no_reason_waits_for_a_format() -> None:
    waiting = {row for row, reason in listed().items() if "no codec" in reason or " yet" in reason}

    assert all(reason.strip() for reason in listed().values())
    assert waiting == set()


def test_the_table_of_targets_has_each_rule_and_each_provider() -> None:
    table = runpy.run_path(str(ROOT / "docs" / "lint.py"))["table"]()
    rows = [line for line in table.splitlines() if line.startswith("| [")]

    assert [row.split("]")[0][3:] for row in rows] == [rule.code for rule in RULES]
    assert "anthropic" in table.splitlines()[0]
