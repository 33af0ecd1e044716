"""The rules that packages bring, as `check` and `explain` may use them."""

from __future__ import annotations

from collections.abc import Iterable

from ctxfn.io.cli.lint_config import LintConfig
from ctxfn.io.errors import InvalidArgument
from ctxfn.lint import Rule, installed_rules
from ctxfn.pipeline import BrokenPlugin

__all__ = ["rules_of"]


def rules_of(packages: Iterable[str], project: LintConfig) -> tuple[Rule, ...]:
    """Return the rules that the plugins of *project* and *packages* bring, each package once.

    Raises:
        InvalidArgument: a package brings none, or they cannot be loaded.
    """
    rules: list[Rule] = []
    for package in dict.fromkeys((*project.plugins, *packages)):
        where = project.plugins_key if package in project.plugins else "--plugin"
        packs = installed_rules(allow=(package,))
        if not packs:
            expected = "an installed package with entry points in ctxfn.rules"
            raise InvalidArgument(where, package, expected)
        for pack in packs:
            if isinstance(pack, BrokenPlugin):
                expected = f"one that loads; {pack.name}: {pack.reason}"
                raise InvalidArgument(where, pack.distribution, expected)
            rules += pack.rules
    return tuple(rules)
