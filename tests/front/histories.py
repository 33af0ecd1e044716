"""Real requests that APIs accepted, and cases made from public bug reports."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

TESTS = Path(__file__).parents[1]
SUITE = TESTS / "wire" / "suite" / "openai_chat"


def lines_of(path: Path) -> list[Any]:
    """Read a file of JSON lines."""
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


def accepted() -> list[Any]:
    """Return the bodies of all recorded requests in OpenAI chat format that were accepted."""
    rows = [
        row
        for name in ("accepted", "compatible", "single")
        for row in lines_of(SUITE / f"{name}.jsonl")
    ]
    return [row["request"] for row in rows if row["status"] == 200]


def reports() -> dict[str, dict[str, Any]]:
    """Return the cases made from bug reports, by id."""
    return {row["id"]: row for row in lines_of(TESTS / "cases" / "reports.jsonl")}
