"""Skills and wishes of rows: what is there, and what is wrong told."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ctxfn.skills import Activation, OfferedSkill, activations_of_rows, skills_of_rows

JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=3),
    lambda inner: (
        st.lists(inner, max_size=2) | st.dictionaries(st.text(max_size=2), inner, max_size=2)
    ),
    max_leaves=4,
)
KEYS = st.sampled_from(
    [
        "identifier",
        "id",
        "name",
        "description",
        "source",
        "location",
        "content",
        "activated",
        "bundled",
        "files",
        "activatedAtStep",
    ]
)


class TestSkills:
    """Rows of a store."""

    def test_all_keys(self) -> None:
        row = {
            "identifier": 7,
            "name": "PDF",
            "description": "Split",
            "source": "market",
            "location": "a/b",
            "content": "Do it.",
            "activated": True,
            "bundled": True,
            "files": ["a", "b"],
        }

        assert skills_of_rows([row]) == (
            (OfferedSkill("7", "PDF", "Split", "market", "a/b", "Do it.", True, True, ("a", "b")),),
            (),
        )

    def test_an_identifier_and_a_name_do_for_each_other(self) -> None:
        skills, problems = skills_of_rows([{"identifier": "a"}, {"name": "B"}], source="user")

        assert skills == (
            OfferedSkill("a", "a", source="user"),
            OfferedSkill("B", "B", source="user"),
        )
        assert problems == ()

    @pytest.mark.parametrize(
        ("row", "problem"),
        [
            (7, "row 0 is no row but a int"),
            (None, "row 0 is no row but a NoneType"),
            ({}, "row 0 has neither an identifier nor a name"),
            ({"identifier": " "}, "row 0 has neither an identifier nor a name"),
        ],
    )
    def test_no_skill(self, row: object, problem: str) -> None:
        assert skills_of_rows([row]) == ((), (problem,))

    @pytest.mark.parametrize(
        ("key", "value", "problem"),
        [
            ("description", [1], "description [1] is no text"),
            ("location", 1.5, "location 1.5 is no text"),
            ("content", {}, "content {} is no text"),
            ("source", "attic", "source 'attic' is none of ours"),
            ("source", [], "source [] is none of ours"),
            ("activated", 1, "activated 1 is no truth value"),
            ("bundled", "yes", "bundled 'yes' is no truth value"),
            ("files", "a", "files 'a' is no list of texts"),
            ("files", [1], "files [1] is no list of texts"),
            ("description", 10**5000, "description a int is no text"),
            ("name", 10**5000, "name a int is no text"),
        ],
        ids=range(11),
    )
    def test_what_a_key_cannot_hold_is_missing(self, key: str, value: object, problem: str) -> None:
        assert skills_of_rows([{"identifier": "a", key: value}]) == (
            (OfferedSkill("a", "a"),),
            (f"row 0: {problem}",),
        )


class TestActivations:
    """Rows of what was activated."""

    def test_all_keys(self) -> None:
        rows = [{"id": "a", "name": "A", "content": " "}, {"name": "B", "activatedAtStep": 3}]

        assert activations_of_rows(rows, by="application").activations == (
            Activation("a", by="application"),
            Activation("B", by="application", step=3),
        )

    def test_a_step_that_is_none(self) -> None:
        assert activations_of_rows([{"name": "B", "activatedAtStep": "3"}]).problems == (
            "row 0: activatedAtStep '3' is no whole number",
        )


@given(st.lists(JSON | st.dictionaries(KEYS, JSON), max_size=3))
def test_each_row_is_read_or_told(rows: list[object]) -> None:
    for read, problems in (skills_of_rows(rows), activations_of_rows(rows)):
        lost = [one for one in problems if "is no row" in one or "has neither" in one]

        assert len(read) + len(lost) == len(rows)
