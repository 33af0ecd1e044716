"""What `check` was asked for, by the command line and by the project."""

from __future__ import annotations

from attrs import frozen

from ctxfn.front import Mended, fix
from ctxfn.front import check as check_messages
from ctxfn.io.cli.lint_config import LintConfig
from ctxfn.io.cli.reading import Item
from ctxfn.lint import Findings, Rule

__all__ = ["CheckOptions", "names_in"]


@frozen
class CheckOptions:
    """Everything that decides what is found in a conversation; `rules` are those of packages."""

    config: LintConfig
    rules: tuple[Rule, ...]
    select: tuple[str, ...] | None
    ignore: tuple[str, ...]
    to: str | None
    model: str | None
    format: str | None
    tools: tuple[object, ...] | None
    system: str | None

    def checked(self, item: Item, after: object) -> Findings:
        """Return what is found in *item*, which was sent after the request *after*, if any."""
        return check_messages(
            item.value,
            self.to,
            tools=self.tools,
            system=self.system,
            model=self.model,
            format=self.format,
            select=self.select,
            ignore=self._ignored(item.source),
            severity=dict(self.config.severity),
            rules=self.rules,
            after=after,
        )

    def mended(self, item: Item, *, unsafe: bool) -> Mended:
        """Return *item* after its fixes."""
        return fix(
            item.value,
            self.to,
            unsafe=unsafe,
            tools=self.tools,
            system=self.system,
            model=self.model,
            format=self.format,
            select=self.select,
            ignore=self._ignored(item.source),
            severity=dict(self.config.severity),
            rules=self.rules,
        )

    def _ignored(self, source: str) -> tuple[str, ...]:
        return (*self.ignore, *self.config.ignored_in(source))


def names_in(option: str | None) -> tuple[str, ...] | None:
    """Read names parted by commas."""
    if option is None:
        return None
    return tuple(name.strip() for name in option.split(",") if name.strip())
