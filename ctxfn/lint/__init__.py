"""Lint: what an API would refuse, where it stands, why, and how to mend it."""

from __future__ import annotations

from ctxfn.lint.check import Fixed, check_conversation, fix_conversation, rules_named
from ctxfn.lint.codes import RULES, rule_named
from ctxfn.lint.errors import UnknownRule
from ctxfn.lint.finding import Finding, Findings, as_json, shown
from ctxfn.lint.fixes import fitting_ids
from ctxfn.lint.rule import FixSafety, Found, Path, Rule, Severity

__all__ = [
    "RULES",
    "Finding",
    "Findings",
    "FixSafety",
    "Fixed",
    "Found",
    "Path",
    "Rule",
    "Severity",
    "UnknownRule",
    "as_json",
    "check_conversation",
    "fitting_ids",
    "fix_conversation",
    "rule_named",
    "rules_named",
    "shown",
]
