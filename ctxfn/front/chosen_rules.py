"""Which rules a repair goes by, once its caller has chosen among the ways to mend."""

from __future__ import annotations

from typing import Final

from attrs import evolve

from ctxfn.front.policies import Policies
from ctxfn.lint import REFUSALS, Rule, rules_named
from ctxfn.processors import start_with_user

__all__ = ["chosen_rules"]

#: What a first turn of ours says that stands in front of a history which was cut.
_STARTER: Final = "(Earlier messages were left out.)"


def chosen_rules(policies: Policies) -> tuple[Rule, ...]:
    """List the rules whose fixes a repair applies: what a caller leaves is not looked for.

    Complexity: O(rules).

    Source: ours.
    """
    ignored = [] if policies.open_calls == "answer" else ["last-turn-pending-call"]
    if policies.missing_signature == "leave":
        ignored.append("thought-signature-missing")
    rules = rules_named(ignore=ignored, rules=REFUSALS) if ignored else REFUSALS
    return tuple(map(_keeping_the_start, rules)) if policies.first_turn == "prepend" else rules


def _keeping_the_start(rule: Rule) -> Rule:
    """Let a turn of ours come first where *rule* would have the first turns cut."""
    if rule.name != "first-turn-not-user":
        return rule
    return evolve(rule, fix=start_with_user(how="prepend", starter=_STARTER), fix_safety="safe")
