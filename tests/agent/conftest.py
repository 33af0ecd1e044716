"""What tests of the world share: one PostgreSQL server for each worker that needs it."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.postgresql import server


@pytest.fixture(scope="session")
def postgresql() -> Iterator[str]:
    """The address of a server that runs until the worker ends; its user is a superuser."""
    with server() as running:
        yield running.url
