"""The rules that packages bring, as `check` and `explain` may use them."""

from __future__ import annotations

from collections.abc import Iterable

from ctxfn.io.errors import InvalidArgument
from ctxfn.lint import Rule, installed_rules
from ctxfn.pipeline import BrokenPlugin

__all__ = ["rules_of"]


def rules_of(packages: Iterable[str]) -> tuple[Rule, ...]:
    """Return the rules that *packages* bring, each package once.

    Raises:
        InvalidArgument: a package brings none, or they cannot be loaded.
    """
    rules: list[Rule] = []
    for package in dict.fromkeys(packages):
        packs = installed_rules(allow=(package,))
        if not packs:
            expected = "an installed package with entry points in ctxfn.rules"
            raise InvalidArgument("--plugin", package, expected)
        for pack in packs:
            if isinstance(pack, BrokenPlugin):
                expected = f"one that loads; {pack.name}: {pack.reason}"
                raise InvalidArgument("--plugin", pack.distribution, expected)
            rules += pack.rules
    return tuple(rules)
