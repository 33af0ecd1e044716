"""SARIF 2.1.0: findings for code scanners, written one at a time."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final
from urllib.parse import quote

from ctxfn.io.cli.reading import Item
from ctxfn.io.cli.writing import as_text
from ctxfn.lint import Finding, Rule, Severity, place_of

__all__ = ["SARIF_SCHEMA", "sarif_end", "sarif_result", "sarif_start"]

SARIF_SCHEMA: Final = (
    "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"
)

_LEVELS: Final[dict[Severity, str]] = {"error": "error", "warning": "warning", "info": "note"}


def sarif_start(rules: Iterable[Rule], version: str) -> str:
    """Write a log up to its results."""
    described = [
        {
            "id": rule.code,
            "name": "".join(word.capitalize() for word in rule.name.split("-")),
            "shortDescription": {"text": rule.name},
            "help": {"text": rule.hint},
        }
        for rule in rules
    ]
    driver = {"name": "ctxfn", "version": version, "rules": described}
    head = {"$schema": SARIF_SCHEMA, "version": "2.1.0"}
    run = {"columnKind": "unicodeCodePoints", "tool": {"driver": driver}}
    return f'{as_text(head)[:-1]}, "runs": [{as_text(run)[:-1]}, "results": ['


def sarif_result(item: Item, finding: Finding, line: int = 1) -> dict[str, object]:
    """Write one finding as a result; *line* is where its message begins."""
    place = place_of(finding.index, finding.path)
    uri = "stdin" if item.source.startswith("<") else quote(item.source.replace("\\", "/"))
    return {
        "ruleId": finding.code,
        "level": _LEVELS[finding.severity],
        "message": {
            "text": f"{place}: found {finding.found}, expected {finding.expected}. {finding.hint}"
        },
        "locations": [
            {
                "physicalLocation": {
                    "artifactLocation": {"uri": uri},
                    "region": {"startLine": line},
                },
                "logicalLocations": [{"fullyQualifiedName": place}],
            }
        ],
    }


def sarif_end() -> str:
    """Write what closes a log."""
    return "]}]}"
