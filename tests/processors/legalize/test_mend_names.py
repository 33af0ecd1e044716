"""mend_names: each speaker has a name that the target takes, and his own."""

from __future__ import annotations

import re
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from benchmarks import twins
from ctxfn.context import Context, Note
from ctxfn.front import repair
from ctxfn.messages import Messages, assistant, chat, user
from ctxfn.processors import mend_names

NAMES = st.text(max_size=4) | st.sampled_from(
    ["Ana", "Ana B", "Ana/B", "Ana_B", "x" * 65, "天", "日"]
)


def names_of(messages: Messages) -> list[str | None]:
    """Return who speaks."""
    return [getattr(node, "name", None) for node in messages]


def spoken(*names: str | None) -> Messages:
    """Return a word of each."""
    return chat(*(user("hi", name=name) for name in names))


class TestExamples:
    """What a reader can check by eye."""

    @pytest.mark.parametrize(
        ("name", "expected"),
        [
            ("Team Lead (EU)", "Team_Lead__EU_"),
            ("Ana", "Ana"),
            ("x" * 65, "x" * 64),
            ("", None),
            (None, None),
            ("天", "speaker_49da61ce"),
        ],
    )
    def test_a_name(self, name: str | None, expected: str | None) -> None:
        assert names_of(mend_names(spoken(name)))[0] == expected

    def test_two_speakers_stay_two(self) -> None:
        assert names_of(mend_names(spoken("Ana B", "Ana/B", "Ana B"))) == [
            "Ana_B",
            "Ana_B_4e876233",
            "Ana_B",
        ]

    def test_who_has_the_name_keeps_it(self) -> None:
        first, second = names_of(mend_names(spoken("Ana B", "Ana_B")))

        assert second == "Ana_B"
        assert first != second

    def test_it_is_noted_by_name(self) -> None:
        context = mend_names(Context(spoken("Ana", "Ana B", "Ana B", "")))

        assert list(context.notes) == [
            Note("mend_names", "name-mended", "'Ana B' is called Ana_B", places=(1, 2)),
            Note("mend_names", "name-dropped", "'' is left out", places=(3,)),
        ]

    def test_a_pattern_that_takes_no_name_leaves_none(self) -> None:
        assert names_of(mend_names(spoken("Ana"), pattern="[!]")) == [None]

    def test_without_pattern_and_length_all_names_stay(self) -> None:
        said = spoken("Ana B (EU)" * 20)

        assert mend_names(said, pattern=None, length=None) is said

    def test_answers_have_names_too(self) -> None:
        said = chat(assistant("yes", name="Ana B"))

        assert names_of(mend_names(said)) == ["Ana_B"]

    def test_repair_keeps_the_order_of_keys(self) -> None:
        rows = [{"name": "Ana B", "role": "user", "content": "hi"}]
        repaired: Any = repair(rows)

        assert [list(row.items()) for row in repaired] == [
            [("name", "Ana_B"), ("role", "user"), ("content", "hi")]
        ]


class TestProperties:
    """Whoever speaks."""

    @given(st.lists(st.none() | NAMES, max_size=8))
    def test_every_name_fits_and_no_two_become_one(self, names: list[str | None]) -> None:
        after = names_of(mend_names(spoken(*names)))
        pairs = {(old, new) for old, new in zip(names, after, strict=True) if old}

        assert all(new and re.fullmatch(r"[a-zA-Z0-9_-]{1,64}", new) for _, new in pairs)
        assert len({new for _, new in pairs}) == len({old for old, _ in pairs}) == len(pairs)

    @given(st.lists(NAMES, max_size=6), NAMES)
    def test_who_speaks_later_changes_no_name(self, names: list[str], later: str) -> None:
        """Unless it is a name that fits, which its owner keeps."""
        before = names_of(mend_names(spoken(*names)))
        after = names_of(mend_names(spoken(*names, later)))

        assert after[: len(names)] == before or re.fullmatch(r"[a-zA-Z0-9_-]{1,64}", later)

    @given(st.lists(st.none() | NAMES, max_size=8))
    def test_agrees_with_its_twin(self, names: list[str | None]) -> None:
        rows: list[dict[str, Any]] = [
            {"role": "user", "content": "hi"} | ({} if name is None else {"name": name})
            for name in names
        ]
        twins.mend_names(rows)

        assert names_of(mend_names(spoken(*names))) == [row.get("name") for row in rows]
