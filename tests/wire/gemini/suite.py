"""What Gemini was really sent, and accepted."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

__all__ = ["ACCEPTED", "accepted"]

SUITE = Path(__file__).parents[1] / "suite" / "gemini"


def accepted() -> list[tuple[Any, str]]:
    """Return the bodies of all recorded requests, and the models that took them."""
    lines = (SUITE / "accepted.jsonl").read_text(encoding="utf-8").splitlines()
    return [(row["request"], row["model"]) for row in map(json.loads, lines)]


ACCEPTED = [
    pytest.param(body, model, id=f"{number}-{model}")
    for number, (body, model) in enumerate(accepted())
]
