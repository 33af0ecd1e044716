"""Rows that share keys, and copies of rows: equal, plain, and nobody else's."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from ctxfn.wire.fresh_rows import Copies
from ctxfn.wire.shared_keys import sharing_keys

WORDS = st.text("abc", max_size=3) | st.just("__class__")
ATOMS = st.none() | st.booleans() | st.integers() | WORDS
VALUES = st.recursive(
    ATOMS,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(WORDS, inner, max_size=3),
    max_leaves=8,
)
FUNCTIONS = st.fixed_dictionaries({"name": WORDS, "arguments": WORDS}, optional={"x": VALUES})
CALLS = st.fixed_dictionaries({"id": ATOMS}, optional={"function": FUNCTIONS | VALUES, "y": VALUES})
ROWS = st.one_of(
    st.dictionaries(WORDS, VALUES, max_size=4),
    st.fixed_dictionaries(
        {"role": WORDS}, optional={"content": VALUES, "tool_calls": st.lists(CALLS) | VALUES}
    ),
)


def inside(value: object) -> Iterator[int]:
    """Yield the identity of every dict and list in *value*."""
    if isinstance(value, dict | list):
        yield id(value)
        for one in value.values() if isinstance(value, dict) else value:
            yield from inside(one)


class TestProperties:
    @given(st.lists(ROWS), st.integers(0, 5))
    def test_copies_are_equal_and_share_nothing_that_can_change(
        self, rows: list[dict[str, Any]], first: int
    ) -> None:
        copies = Copies()
        copies.add(rows[:first])
        on = copies.copy()
        on.add(rows[first:])

        made = on.made(rows)

        assert repr(made) == repr(rows)
        assert set(inside(made)).isdisjoint(inside(rows))
        assert copies.made(rows[:first]) == rows[:first], "it goes on by itself"

    @given(ROWS)
    def test_a_row_that_shares_keys_is_the_same_row(self, row: dict[str, Any]) -> None:
        made = sharing_keys(row)

        assert (type(made), repr(made)) == (dict, repr(row))
        assert set(inside(made)).isdisjoint(inside(row))

    def test_one_that_is_changed_leaves_the_others_alone(self) -> None:
        one, other = (sharing_keys({"role": "user", "content": "a"}) for _ in range(2))
        del one["role"]
        one["name"] = "b"

        assert (one, other) == ({"content": "a", "name": "b"}, {"role": "user", "content": "a"})
