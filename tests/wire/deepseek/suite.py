"""What DeepSeek's API was really sent, and accepted."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

__all__ = ["ACCEPTED", "accepted"]

SUITE = Path(__file__).parents[1] / "suite" / "deepseek"


def accepted() -> list[Any]:
    """Return the bodies of all recorded requests."""
    path = SUITE / "accepted.jsonl"
    return [json.loads(line)["request"] for line in path.read_text(encoding="utf-8").splitlines()]


ACCEPTED = [pytest.param(body, id=str(number)) for number, body in enumerate(accepted())]
