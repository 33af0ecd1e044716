"""Print findings, a line each, and what they come to."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from rich.text import Text

from ctxfn.functional import countby
from ctxfn.io.cli.terminal import Terminal, plain, plural
from ctxfn.lint import Finding, Findings, Severity, shown

__all__ = ["errors_in", "finding_line", "print_summary"]

_STYLES: Final[dict[Severity, str]] = {"error": "bold red", "warning": "yellow", "info": "cyan"}


def errors_in(findings: Findings) -> int:
    """Count the findings that an API would refuse."""
    return sum(finding.severity == "error" for finding in findings)


def finding_line(place: str, finding: Finding) -> Text:
    """Write a finding on one line, its severity in colour."""
    line = plain(f"{place}: {shown(finding)}" if place else shown(finding))
    before, _, after = line.partition(f": {finding.severity} {finding.code} ")
    return Text.assemble(
        before,
        ": ",
        (finding.severity, _STYLES[finding.severity]),
        " ",
        (finding.code, "bold"),
        f" {after}",
    )


def print_summary(
    terminal: Terminal, findings: Iterable[Finding], *, conversations: int, messages: int
) -> None:
    """Print how many of which, and over how much."""
    found = tuple(findings)
    seen = f"in {plural(conversations, 'conversation')}, {plural(messages, 'message')}"
    if not found:
        terminal.answer(Text.assemble(("clean", "bold green"), f" {seen}"))
        return
    by_severity = countby(lambda finding: finding.severity, found)
    counted = ", ".join(
        plural(by_severity[level], "note" if level == "info" else level)
        for level in _STYLES
        if level in by_severity
    )
    terminal.answer("")
    terminal.answer(Text.assemble((counted, "bold"), f" {seen}"))
    by_rule = countby(lambda finding: (finding.code, finding.name), found)
    for (code, name), times in sorted(by_rule.items(), key=lambda rule: (-rule[1], rule[0])):
        terminal.answer(f"{times:>7,}  {code} {name}")
