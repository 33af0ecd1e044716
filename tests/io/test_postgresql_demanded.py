"""Where PostgreSQL must be there, its tests fail without it; elsewhere they are skipped."""

from __future__ import annotations

import pytest

from tests import postgresql


@pytest.mark.parametrize(
    ("ci", "said", "fails"),
    [("true", "", True), ("", "required", True), ("", "", False), ("false", "no", False)],
)
def test_a_missing_one_fails_where_it_is_required(
    monkeypatch: pytest.MonkeyPatch, ci: str, said: str, fails: bool
) -> None:
    monkeypatch.setattr(postgresql, "_programs", lambda: None)
    monkeypatch.setenv("CI", ci)
    monkeypatch.setenv("POSTGRESQL", said)
    ending = pytest.fail.Exception if fails else pytest.skip.Exception

    with pytest.raises(ending, match="no initdb"):
        postgresql.demand()
