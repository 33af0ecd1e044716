"""match_rows: rows that come back are known again."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ctxfn.pipeline.match_rows import changed_rows, match_rows

ROWS = st.lists(st.fixed_dictionaries({"content": st.sampled_from("abc")}), max_size=8)


def rows(words: str) -> list[dict[str, object]]:
    return [{"content": word} for word in words]


class TestExamples:
    """Which is which, in cases a reader can check by eye."""

    @pytest.mark.parametrize(
        ("before", "after", "found"),
        [
            ("hahb", "hb", [2, 3]),
            ("ahbh", "ahb", [0, 1, 2]),
            ("hhh", "h", [2]),
            ("abc", "cba", [2, 1, 0]),
            ("aa", "aaa", [1, 0, None]),
            ("ab", "xb", [None, 1]),
            ("", "a", [None]),
        ],
    )
    def test_equal_rows_are_those_that_stood_there(
        self, before: str, after: str, found: list[int | None]
    ) -> None:
        assert sorted(map(str, match_rows(rows(before), rows(after)))) == sorted(map(str, found))

    def test_the_very_same_row_may_come_twice(self) -> None:
        said = rows("aa")

        assert match_rows(said, [said[1], said[1], dict(said[1])]) == [1, 1, 0]

    def test_the_order_of_keys_does_not_count(self) -> None:
        assert match_rows([{"a": 1, "b": 2}], [{"b": 2, "a": 1}]) == [0]

    @pytest.mark.parametrize(
        ("before", "after", "changed"),
        [
            ("abc", "axc", {1: 1}),
            ("abc", "xyc", {0: 0, 1: 1}),
            ("abc", "xc", {}),
            ("ab", "bxa", {}),
        ],
    )
    def test_what_stands_in_the_place_of_another_is_it_changed(
        self, before: str, after: str, changed: dict[int, int]
    ) -> None:
        found = match_rows(rows(before), rows(after))

        assert changed_rows(found, rows(before), rows(after)) == changed

    def test_another_role_is_another_message(self) -> None:
        assert changed_rows([None], [{"role": "user"}], [{"role": "system"}]) == {}


class TestProperties:
    """What holds for all rows."""

    @given(ROWS, ROWS)
    def test_each_is_found_once_and_equal(
        self, before: list[dict[str, object]], after: list[dict[str, object]]
    ) -> None:
        found = match_rows(before, after)

        taken = [place for place in found if place is not None]
        assert len(set(taken)) == len(taken)
        for row, place in zip(after, found, strict=True):
            if place is None:
                assert [n for n, old in enumerate(before) if old == row and n not in taken] == []
            else:
                assert before[place] == row

    @given(ROWS, st.data())
    def test_ends_that_are_kept_are_the_ends(
        self, before: list[dict[str, object]], data: st.DataObject
    ) -> None:
        start = data.draw(st.integers(0, len(before)))

        found = match_rows(before, [dict(row) for row in before[start:]])

        assert found == list(range(start, len(before)))
