"""Rules that other installed packages bring: found when asked for, never by being imported."""

from __future__ import annotations

import inspect
from collections.abc import Iterable
from typing import TYPE_CHECKING, Final

from attrs import frozen

from ctxfn.errors import check_argument
from ctxfn.lint.rule import Rule
from ctxfn.pipeline import BrokenPlugin

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

__all__ = ["RULE_GROUP", "RulePack", "installed_rules"]

#: The entry-point group that a package declares its rules under.
RULE_GROUP: Final = "ctxfn.rules"


@frozen
class RulePack:
    """An entry point of an installed package, and the rules it brings."""

    name: str
    distribution: str
    rules: tuple[Rule, ...]


def installed_rules(*, allow: tuple[str, ...] | None = None) -> tuple[RulePack | BrokenPlugin, ...]:
    """Load the rules that installed packages declare in the group ``ctxfn.rules``.

    An entry point names a rule, several in a tuple or list, or a function without arguments
    that returns them.

    Contract:
        Sorted by distribution and name. With *allow* only those distributions are loaded: an
        entry point is code that runs. One that fails is a `BrokenPlugin`, whatever it raises.

    Complexity: O(installed packages), and what the plugins' own imports cost.

    Source: ours; entry points are the language's own way to announce them.

    Examples:
        >>> installed_rules(allow=())
        ()
    """
    check_argument("allow", allow, tuple | None, "a tuple of names of distributions, or None")
    # Loaded when it is needed: it costs more than everything else here.
    from importlib.metadata import entry_points

    found = [(_owner(entry), entry) for entry in entry_points(group=RULE_GROUP)]
    wanted = [one for one in found if allow is None or one[0].partition(" ")[0] in allow]
    return tuple(
        _loaded(owner, entry)
        for owner, entry in sorted(wanted, key=lambda one: (one[0], one[1].name))
    )


def _owner(entry: EntryPoint) -> str:
    dist = entry.dist
    return f"{dist.name} {dist.version}" if dist is not None else "an unknown distribution"


def _loaded(owner: str, entry: EntryPoint) -> RulePack | BrokenPlugin:
    try:
        return RulePack(entry.name, owner, _rules(entry.load()))
    except Exception as error:
        return BrokenPlugin(entry.name, owner, f"{type(error).__name__}: {error}")


def _rules(what: object) -> tuple[Rule, ...]:
    if inspect.isfunction(what) and not inspect.signature(what).parameters:
        what = what()
    found = what if isinstance(what, Iterable) else (what,)
    rules: list[Rule] = []
    for one in found:
        check_argument("a rule of a plugin", one, Rule, "a Rule")
        if isinstance(one, Rule):
            rules.append(one)
    return tuple(rules)
