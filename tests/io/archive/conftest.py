"""Archives of each kind, opened once a module; each test takes sessions of its own."""

from __future__ import annotations

from collections.abc import Iterator
from uuid import uuid4

import pytest

from tests.io.archive.held import Held, held_in_memory, held_in_sql
from tests.postgresql import database


@pytest.fixture(scope="module", params=["sqlite", "postgresql"])
def url(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> str:
    """The address of a database where no archive is yet."""
    if request.param == "postgresql":
        return database(request.getfixturevalue("postgresql"))
    return str(tmp_path_factory.mktemp("archive") / "a file ü?.db")


@pytest.fixture(scope="module", params=["memory", "sqlite", "postgresql"])
def held(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Held]:
    """An archive that is open."""
    if request.param == "memory":
        with held_in_memory() as archive:
            yield archive
        return
    if request.param == "postgresql":
        place = database(request.getfixturevalue("postgresql"))
    else:
        place = str(tmp_path_factory.mktemp("archive") / "archive.db")
    with held_in_sql(place) as archive:
        yield archive


@pytest.fixture
def session() -> str:
    """A session that nobody has spoken in."""
    return uuid4().hex
