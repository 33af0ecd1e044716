"""The forms in which `check` reports: for people, for programs, for code scanners, for GitHub."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, Literal, TypeAlias

from rich.text import Text

from ctxfn.io.cli.excerpt import excerpt_of
from ctxfn.io.cli.findings import finding_line
from ctxfn.io.cli.message_lines import message_lines
from ctxfn.io.cli.notes import finding_objects
from ctxfn.io.cli.reading import Item, read_file
from ctxfn.io.cli.sarif import sarif_end, sarif_result, sarif_start
from ctxfn.io.cli.terminal import Terminal
from ctxfn.io.cli.writing import as_text
from ctxfn.io.errors import UnreadableInput
from ctxfn.lint import Finding, Findings, Rule, Severity, place_of

__all__ = ["OutputFormat", "Reporter"]

OutputFormat: TypeAlias = Literal["text", "concise", "json", "sarif", "github"]

_COMMANDS: Final[dict[Severity, str]] = {"error": "error", "warning": "warning", "info": "notice"}


class Reporter:
    """Reports findings as they come: nothing is held until the end."""

    def __init__(self, seen: Terminal, form: OutputFormat, rules: tuple[Rule, ...]) -> None:
        self._seen = seen
        self._rules = rules
        self._any = False
        self._tell: Callable[[Item, Findings, object], None] = {
            "text": self._text,
            "concise": self._concise,
            "json": self._json,
            "sarif": self._sarif,
            "github": self._github,
        }[form]
        self._is_log = form == "sarif"

    def begin(self, version: str) -> None:
        """Report what comes before the first finding."""
        if self._is_log:
            self._seen.out.file.write(sarif_start(self._rules, version))

    def tell(self, item: Item, findings: Findings, value: object) -> None:
        """Report the *findings* of *item*, of which *value* is now."""
        self._tell(item, findings, value)

    def end(self) -> None:
        """Report what comes behind the last finding."""
        if self._is_log:
            self._seen.out.file.write(f"{sarif_end()}\n")

    def _concise(self, item: Item, findings: Findings, _value: object) -> None:
        for finding in findings:
            self._seen.answer(finding_line(item.place, finding))

    def _text(self, item: Item, findings: Findings, value: object) -> None:
        for finding in findings:
            self._seen.answer(finding_line(item.place, finding))
            excerpt = excerpt_of(value, finding)
            if excerpt is not None:
                self._seen.answer(Text(f"  | {excerpt.line}", style="dim"))
                self._seen.answer(Text.assemble("  | ", (excerpt.carets, "bold")))

    def _json(self, item: Item, findings: Findings, _value: object) -> None:
        self._seen.data({**item.told, "findings": finding_objects(findings)})

    def _sarif(self, item: Item, findings: Findings, _value: object) -> None:
        lines = _lines_of(item) if findings else ()
        for finding in findings:
            comma = ", " if self._any else ""
            self._any = True
            self._seen.out.file.write(
                comma + as_text(sarif_result(item, finding, _line_of(item, finding, lines)))
            )

    def _github(self, item: Item, findings: Findings, _value: object) -> None:
        lines = _lines_of(item) if findings else ()
        for finding in findings:
            line = _line_of(item, finding, lines)
            self._seen.out.file.write(f"{_annotation(item, finding, line)}\n")


def _lines_of(item: Item) -> tuple[int, ...]:
    """Return where the messages of a document begin; a line of many is a place already."""
    if item.line is not None or not item.source.lower().endswith(".json"):
        return ()
    try:
        return message_lines(read_file(item.source))
    except UnreadableInput:  # gone since it was checked
        return ()


def _line_of(item: Item, finding: Finding, lines: tuple[int, ...]) -> int:
    if finding.index is not None and finding.index < len(lines):
        return lines[finding.index]
    return item.line or 1


def _annotation(item: Item, finding: Finding, line: int) -> str:
    """Write a workflow command of GitHub's, which has its own way to escape."""
    place = place_of(finding.index, finding.path)
    title = f"{finding.code} {finding.name}"
    options = f"file={_option(item.source)},line={line},title={_option(title)}"
    words = f"{place}: found {finding.found}, expected {finding.expected}. {finding.hint}"
    return f"::{_COMMANDS[finding.severity]} {options}::{_data(words)}"


def _data(text: str) -> str:
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _option(text: str) -> str:
    return _data(text).replace(":", "%3A").replace(",", "%2C")
