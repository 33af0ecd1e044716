"""What APIs accepted has no error for the API that accepted it, in any format."""

from __future__ import annotations

from typing import Any

import pytest

from ctxfn import check
from ctxfn.lint import Findings
from ctxfn.wire import Profile, profile
from tests.front.histories import TESTS, lines_of

SUITES = {
    "openai_chat": "openai",
    "openai_responses": "openai/responses",
    "anthropic": "anthropic",
    "gemini": "gemini",
    "bedrock": "bedrock",
    "mistral": "mistral",
    "deepseek": "deepseek",
}


def recorded(codec: str) -> list[Any]:
    """Return the lines of recorded requests in one format that were answered with 200."""
    folder = TESTS / "wire" / "suite" / codec
    rows = [row for path in sorted(folder.glob("*.jsonl")) for row in lines_of(path)]
    return [row for row in rows if str(row.get("status", 200)) == "200"]


def asked(codec: str, row: Any) -> Profile:
    """Return who answered: by its host, by the model of the address or of the request."""
    if codec == "openai_responses" and "deepseek" in row["host"]:
        return profile("openai/responses-compatible")
    return profile(SUITES[codec], model=row.get("model") or _model(row["request"]))


def _model(request: Any) -> str | None:
    return request.get("model") if isinstance(request, dict) else None


def checked(codec: str) -> list[Findings]:
    return [check(row["request"], asked(codec, row)) for row in recorded(codec)]


@pytest.mark.parametrize("codec", SUITES)
class TestAccepted:
    """Recorded requests, whole."""

    def test_nothing_is_an_error(self, codec: str) -> None:
        found = checked(codec)

        assert [str(one) for each in found for one in each if one.severity == "error"] == []

    def test_few_are_unwise(self, codec: str) -> None:
        """Recorded by people who test a client: what is unwise there is meant."""
        found = checked(codec)

        assert found != []
        assert sum(map(bool, found)) / len(found) < 1 / 3
