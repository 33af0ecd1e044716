"""In which order fixes are applied: one order, so that there is one result."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from ctxfn.lint.codes import RULES
from ctxfn.lint.rule import Rule

__all__ = ["in_order"]

_PLACES: Final = {rule.code: place for place, rule in enumerate(RULES)}


def in_order(rules: Iterable[Rule]) -> tuple[Rule, ...]:
    """Return *rules* in the order in which their fixes are applied.

    Some fixes do not commute: results go behind their calls before turns are merged, for a
    result between two turns keeps them apart; a text that a fix leaves empty must be there
    before empty texts are looked for. So the table of rules is the order: pairs first, then
    roles, then what is inside messages. What a later fix makes findable again for an earlier
    one is for the next round.

    Contract:
        The library's rules in the order of their table, then others by code. The order in which
        *rules* come does not count.

    Complexity: O(rules x log(rules)).

    Source: ours.

    Examples:
        >>> [rule.code for rule in in_order(reversed(RULES))][:3]
        ['T101', 'T102', 'T103']
    """
    return tuple(sorted(rules, key=lambda rule: (_PLACES.get(rule.code, len(_PLACES)), rule.code)))
