"""Lint: what an API would refuse, where it stands, why, and how to mend it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ctxfn.doors import lazily as _lazily

if TYPE_CHECKING:
    from ctxfn.lint.check import Fixed, check_conversation, check_session, fix_conversation
    from ctxfn.lint.codes import RULES, rule_named
    from ctxfn.lint.errors import DuplicateRule, UnknownRule
    from ctxfn.lint.finding import Finding, Findings, as_json, shown
    from ctxfn.lint.fixes import fitting_ids
    from ctxfn.lint.rule import FixSafety, Found, Path, Rule, Severity
    from ctxfn.lint.select import rules_named, with_rules

__all__ = [
    "RULES",
    "DuplicateRule",
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
    "check_session",
    "fitting_ids",
    "fix_conversation",
    "rule_named",
    "rules_named",
    "shown",
    "with_rules",
]

__getattr__, __dir__ = _lazily(
    __name__,
    {
        "check": "Fixed check_conversation check_session fix_conversation",
        "codes": "RULES rule_named",
        "errors": "DuplicateRule UnknownRule",
        "finding": "Finding Findings as_json shown",
        "fixes": "fitting_ids",
        "rule": "FixSafety Found Path Rule Severity",
        "select": "rules_named with_rules",
    },
)
