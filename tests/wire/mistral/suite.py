"""What Mistral's API was really sent, and accepted; and what its own tokenizer's tests take."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

__all__ = ["ACCEPTED", "accepted"]

SUITE = Path(__file__).parents[1] / "suite" / "mistral"


def accepted() -> list[Any]:
    """Return the bodies of all recorded requests."""
    return [
        json.loads(line)["request"]
        for name in ("accepted", "single")
        for line in (SUITE / f"{name}.jsonl").read_text(encoding="utf-8").splitlines()
    ]


ACCEPTED = [pytest.param(body, id=str(number)) for number, body in enumerate(accepted())]
