"""What Bedrock's Converse API was really sent, and accepted."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, NamedTuple

import pytest

__all__ = ["ACCEPTED", "Recorded", "accepted"]

SUITE = Path(__file__).parents[1] / "suite" / "bedrock"


class Recorded(NamedTuple):
    """A request, and the model it was for: the address names it, the body does not."""

    model: str
    body: Any


def accepted() -> list[Recorded]:
    """Return all recorded requests, fresh."""
    lines = (SUITE / "accepted.jsonl").read_text(encoding="utf-8").splitlines()
    rows = [json.loads(line) for line in lines]
    return [Recorded(row["model"], row["request"]) for row in rows]


ACCEPTED = [pytest.param(one, id=f"{number}-{one.model}") for number, one in enumerate(accepted())]
