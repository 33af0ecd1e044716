"""How bad a finding is, where somebody else decides than its rule."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final, TypeAlias

from ctxfn.errors import shown
from ctxfn.lint import Rule, rules_named
from ctxfn.pipeline import OptionError

__all__ = ["LEVELS", "Severities", "severities_of"]

#: What a rule's findings may be; ``off``: there are none.
LEVELS: Final = ("error", "warning", "info", "off")

#: By code.
Severities: TypeAlias = tuple[tuple[str, str], ...]


def severities_of(verb: str, value: object, known: Iterable[Rule]) -> Severities:
    """Read the option ``severity``: a level for each name of rules; the longer name decides.

    Complexity: O(rules x names).

    Source: ours.

    Raises:
        OptionError: it is no mapping, or holds no level.
        UnknownRule: a name that is none.

    Examples:
        >>> from ctxfn.lint import RULES
        >>> severities_of("check", {"T": "info", "T101": "off"}, RULES)[:2]
        (('T101', 'off'), ('T102', 'info'))
    """
    if value is None:
        return ()
    if not isinstance(value, Mapping):
        expected = "a level by the name of a rule, or None"
        raise OptionError(verb, "severity", shown(value), expected)
    rules = tuple(known)
    levels: dict[str, str] = {}
    for name in sorted(value, key=lambda one: len(str(one))):
        level = value[name]
        if not isinstance(name, str) or level not in LEVELS:
            found = f"{shown(name)}: {shown(level)}"
            raise OptionError(verb, "severity", found, f"a rule's name, and one of {LEVELS}")
        levels.update({rule.code: level for rule in rules_named([name], rules=rules)})
    return tuple((rule.code, levels[rule.code]) for rule in rules if rule.code in levels)
