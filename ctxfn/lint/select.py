"""Choose rules: by code, by how a code begins, or by name."""

from __future__ import annotations

from collections.abc import Iterable

from ctxfn.errors import check_argument
from ctxfn.lint.codes import RULES
from ctxfn.lint.errors import DuplicateRule, UnknownRule
from ctxfn.lint.rule import Rule

__all__ = ["named_by", "rules_named", "with_rules"]

#: A whole code or name says more than any beginning of a code.
_WHOLE = 1 << 10


def rules_named(
    select: Iterable[str] | None = None,
    ignore: Iterable[str] | None = None,
    *,
    rules: Iterable[Rule] = RULES,
) -> tuple[Rule, ...]:
    """Return the rules that *select* names (all, if it is ``None``), without those of *ignore*.

    Contract:
        A name is a code (``T101``), how codes begin (``T``, ``T1``), a rule's name, or ``ALL``.
        Of two that name a rule the longer one decides, and *ignore* where they are as long:
        ``select=["T101"], ignore=["T"]`` leaves ``T101``. The order is that of *rules*.

    Complexity: O(rules x names).

    Source: ours, after ruff.

    Raises:
        UnknownRule: a name that is none of these; the error lists the rules there are.

    Examples:
        >>> [rule.code for rule in rules_named(["R"], ["consecutive-same-role"])][:2]
        ['R201', 'R202']
        >>> [rule.code for rule in rules_named(["T101"], ["T"])]
        ['T101']
    """
    known = tuple(rules)
    wanted = tuple(select) if select is not None else ("ALL",)
    unwanted = tuple(ignore or ())
    for name in (*wanted, *unwanted):
        if not any(named_by(rule, name) for rule in known):
            raise UnknownRule(
                name, tuple(f"{rule.code} {rule.name}" for rule in known), _families(known)
            )
    return tuple(rule for rule in known if _most(rule, wanted) > _most(rule, unwanted))


def with_rules(*rules: Rule) -> tuple[Rule, ...]:
    """Return the library's rules and yours behind them.

    Contract:
        In the order given.

    Complexity: O(rules).

    Source: ours.

    Raises:
        InvalidArgument: one of them is no rule.
        DuplicateRule: one has the code or the name of another.

    Examples:
        >>> with_rules() is RULES
        True
    """
    if not rules:
        return RULES
    seen: dict[str, str] = {}
    for rule in (*RULES, *rules):
        check_argument("a rule", rule, Rule, "a Rule")
        for name in (rule.code, rule.name):
            if name in seen:
                raise DuplicateRule(name, seen[name], f"{rule.code} {rule.name}")
            seen[name] = f"{rule.code} {rule.name}"
    return (*RULES, *rules)


def named_by(rule: Rule, name: str) -> int:
    """Say how much *name* says of *rule*: nothing (0), or more the longer it is.

    Complexity: O(characters).
    """
    wanted = name.upper()
    if wanted == rule.code or name.lower() == rule.name:
        return _WHOLE
    if wanted == "ALL":
        return 1
    return len(wanted) + 1 if wanted and rule.code.startswith(wanted) else 0


def _most(rule: Rule, names: tuple[str, ...]) -> int:
    return max((named_by(rule, name) for name in names), default=0)


def _families(rules: tuple[Rule, ...]) -> tuple[str, ...]:
    return tuple(sorted({rule.family for rule in rules}))
