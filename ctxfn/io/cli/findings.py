"""Print findings, a line each, and what they come to."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from rich.text import Text

from ctxfn.io.cli.terminal import plain, plural
from ctxfn.lint import Finding, Findings, Severity, shown

__all__ = ["errors_in", "finding_line", "summary_lines"]

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


def summary_lines(
    by_severity: Mapping[str, int], by_rule: Mapping[tuple[str, str], int], within: str
) -> list[Text]:
    """Write how many of which, and over how much."""
    if not by_rule:
        return [Text.assemble(("clean", "bold green"), f" {within}")]
    counted = ", ".join(
        plural(by_severity[level], "note" if level == "info" else level)
        for level in _STYLES
        if by_severity.get(level)
    )
    lines = [Text(""), Text.assemble((counted, "bold"), f" {within}")]
    for (code, name), times in sorted(by_rule.items(), key=lambda rule: (-rule[1], rule[0])):
        lines.append(Text(plain(f"{times:>7,}  {code} {name}")))
    return lines
