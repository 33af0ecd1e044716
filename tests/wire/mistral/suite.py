"""What Mistral's API was really sent, and accepted; and what its own tokenizer's tests take."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

__all__ = ["ACCEPTED", "SAMPLES", "accepted", "samples"]

SUITE = Path(__file__).parents[1] / "suite" / "mistral"


def samples(*, sent: bool = False) -> list[Any]:
    """Return the bodies of all requests; with *sent* those that an API was asked."""
    rows = [
        json.loads(line)
        for name in ("accepted", "single")
        for line in (SUITE / f"{name}.jsonl").read_text(encoding="utf-8").splitlines()
    ]
    return [row["request"] for row in rows if not sent or row["status"] == 200]


def accepted() -> list[Any]:
    """Return the bodies of the requests that the API accepted."""
    return samples(sent=True)


ACCEPTED = [pytest.param(body, id=str(number)) for number, body in enumerate(accepted())]
SAMPLES = [pytest.param(body, id=str(number)) for number, body in enumerate(samples())]
