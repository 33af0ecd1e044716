"""Each test has a cloud of its own, and nobody signs in by the environment."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.io.sources.standin import StandIn

pytest.importorskip("google.auth")
pytest.importorskip("httpx")
pytest.importorskip("cryptography")


@pytest.fixture
def server() -> Iterator[StandIn]:
    from tests.io.sources.google.cloud import cloud

    with cloud() as made:
        yield made


@pytest.fixture(autouse=True)
def _nobody(monkeypatch: pytest.MonkeyPatch) -> None:
    for one in ("GOOGLE_SERVICE_ACCOUNT_FILE", "GOOGLE_DELEGATED_USER"):
        monkeypatch.delenv(one, raising=False)
