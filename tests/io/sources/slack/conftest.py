"""Each test has a workspace of its own, and no tokens of the environment."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.io.sources.slack.workspace import workspace
from tests.io.sources.standin import StandIn


@pytest.fixture
def server() -> Iterator[StandIn]:
    with workspace() as made:
        yield made


@pytest.fixture(autouse=True)
def _no_tokens(monkeypatch: pytest.MonkeyPatch) -> None:
    for one in ("SLACK_BOT_TOKEN", "SLACK_TOKEN", "SLACK_USER_TOKEN"):
        monkeypatch.delenv(one, raising=False)
