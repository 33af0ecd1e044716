"""fit: nothing goes but what the limit takes."""

from __future__ import annotations

import pytest

from ctxfn.front import fit


@pytest.mark.parametrize("limit", [{"budget": 1_000}, {"messages": 9}, {"groups": 9}])
def test_words_under_an_unknown_role_come_back_as_the_persons(limit: dict[str, int]) -> None:
    said = [{"role": "user", "content": "hi"}, {"role": "critic", "content": "important"}]

    kept = fit(said, **limit)  # type: ignore[arg-type]

    assert kept == [said[0], {"role": "user", "content": "important"}]
