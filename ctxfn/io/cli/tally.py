"""What findings come to: counted as they come, and none of them kept."""

from __future__ import annotations

from collections import Counter

from rich.text import Text

from ctxfn.io.cli.findings import summary_lines
from ctxfn.io.cli.terminal import Terminal, plural
from ctxfn.lint import Finding, Findings, Rule

__all__ = ["Tally"]


class Tally:
    """Counts of a run over any number of conversations."""

    def __init__(self, rules: tuple[Rule, ...]) -> None:
        self._safety = {rule.code: rule.fix_safety for rule in rules}
        self._by_severity: Counter[str] = Counter()
        self._by_rule: Counter[tuple[str, str]] = Counter()
        self.conversations = 0
        self.messages = 0
        self.fixed = 0

    @property
    def errors(self) -> int:
        """How many findings an API would refuse."""
        return self._by_severity["error"]

    def add(self, findings: Findings, messages: int) -> None:
        """Count one conversation."""
        self.conversations += 1
        self.messages += messages
        for finding in findings:
            self._add(finding)

    def _add(self, finding: Finding) -> None:
        self._by_severity[finding.severity] += 1
        self._by_rule[finding.code, finding.name] += 1

    def tell(self, seen: Terminal, *, fixes: bool, lossy: bool) -> None:
        """Print how many of which, over how much, and what a fix would mend."""
        within = (
            f"in {plural(self.conversations, 'conversation')}, {plural(self.messages, 'message')}"
        )
        for line in summary_lines(self._by_severity, self._by_rule, within):
            seen.answer(line)
        if self.fixed:
            seen.answer(Text(f"{plural(self.fixed, 'conversation')} mended"))
        for told in self._fixable(fixes=fixes, lossy=lossy):
            seen.answer(told)

    def _fixable(self, *, fixes: bool, lossy: bool) -> list[str]:
        counts: Counter[str] = Counter()
        for (code, _), times in self._by_rule.items():
            counts[self._safety.get(code) or "none"] += times
        lines = []
        if counts["safe"] and not fixes:
            lines.append(f"{counts['safe']:,} can be mended: --fix")
        if counts["lossy"] and not lossy:
            lines.append(f"{counts['lossy']:,} can be mended with a loss: --fix --unsafe-fixes")
        return lines
