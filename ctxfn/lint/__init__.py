"""Lint: what an API would refuse, where it stands, why, and how to mend it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ctxfn.doors import lazily as _lazily

if TYPE_CHECKING:
    from ctxfn.lint.check import Fixed, check_conversation, check_session, fix_conversation
    from ctxfn.lint.codes import REFUSALS, RULES, rule_named
    from ctxfn.lint.errors import BrokenRule, DuplicateRule, UnknownRule
    from ctxfn.lint.explain import known_messages_in, rules_behind
    from ctxfn.lint.finding import Finding, Findings, as_json, place_of, shown
    from ctxfn.lint.fixes import fitting_ids
    from ctxfn.lint.has_place import has_place
    from ctxfn.lint.known_messages import KNOWN_MESSAGES, KnownMessage
    from ctxfn.lint.plugins import RULE_GROUP, RulePack, installed_rules
    from ctxfn.lint.rule import FixSafety, Found, Path, Rule, Severity
    from ctxfn.lint.secrets import SECRET_SHAPES, Secret, SecretShape, secrets_in, without_secrets
    from ctxfn.lint.select import rules_named, with_rules

__all__ = [
    "KNOWN_MESSAGES",
    "REFUSALS",
    "RULES",
    "RULE_GROUP",
    "SECRET_SHAPES",
    "BrokenRule",
    "DuplicateRule",
    "Finding",
    "Findings",
    "FixSafety",
    "Fixed",
    "Found",
    "KnownMessage",
    "Path",
    "Rule",
    "RulePack",
    "Secret",
    "SecretShape",
    "Severity",
    "UnknownRule",
    "as_json",
    "check_conversation",
    "check_session",
    "fitting_ids",
    "fix_conversation",
    "has_place",
    "installed_rules",
    "known_messages_in",
    "place_of",
    "rule_named",
    "rules_behind",
    "rules_named",
    "secrets_in",
    "shown",
    "with_rules",
    "without_secrets",
]

__getattr__, __dir__ = _lazily(
    __name__,
    {
        "check": "Fixed check_conversation check_session fix_conversation",
        "codes": "REFUSALS RULES rule_named",
        "errors": "BrokenRule DuplicateRule UnknownRule",
        "explain": "known_messages_in rules_behind",
        "finding": "Finding Findings as_json place_of shown",
        "fixes": "fitting_ids",
        "has_place": "has_place",
        "known_messages": "KNOWN_MESSAGES KnownMessage",
        "plugins": "RULE_GROUP RulePack installed_rules",
        "rule": "FixSafety Found Path Rule Severity",
        "secrets": "SECRET_SHAPES Secret SecretShape secrets_in without_secrets",
        "select": "rules_named with_rules",
    },
)
