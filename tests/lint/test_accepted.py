"""What APIs accepted has no error for the API that accepted it, in any format."""

from __future__ import annotations

from typing import Any

import pytest

import ctxfn
from tests.front.histories import TESTS, lines_of

SUITES = {
    "openai_chat": "openai",
    "openai_responses": "openai/responses",
    "anthropic": "anthropic",
    "gemini": "gemini",
}


def bodies(codec: str) -> list[Any]:
    """Return the recorded requests in one format that were answered with 200."""
    folder = TESTS / "wire" / "suite" / codec
    rows = [row for path in sorted(folder.glob("*.jsonl")) for row in lines_of(path)]
    return [row["request"] for row in rows if row.get("status", 200) == 200]


@pytest.mark.parametrize(("codec", "target"), SUITES.items(), ids=SUITES)
class TestAccepted:
    """Recorded requests, whole."""

    def test_nothing_is_an_error(self, codec: str, target: str) -> None:
        found = [ctxfn.check(body, target) for body in bodies(codec)]

        assert [str(one) for each in found for one in each if one.severity == "error"] == []

    def test_few_are_unwise(self, codec: str, target: str) -> None:
        """Recorded by people who test a client: what is unwise there is meant."""
        said = bodies(codec)
        found = [body for body in said if ctxfn.check(body, target)]

        assert said != []
        assert len(found) / len(said) < 0.2
