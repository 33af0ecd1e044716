"""The twin of argument repair: what both say of a text is the same value."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from benchmarks.twins import repair_arguments as twin
from ctxfn.messages import freeze
from ctxfn.tools import Unrepairable, repair_arguments
from tests.tools.argument_texts import swallowed

LEAVES = (
    st.sampled_from(("", "rivers", "é", "room 12", 'say "hi"', "a\nb", "x\\"))
    | st.integers(-(2**40), 2**60)
    | st.floats(-1e9, 1e9)
    | st.booleans()
    | st.none()
)
OBJECTS = st.dictionaries(
    st.sampled_from(("q", "title", "body", "n", "grüße")),
    LEAVES | st.lists(LEAVES | st.dictionaries(st.sampled_from("ab"), LEAVES), max_size=3),
)


class TestExamples:
    @pytest.mark.parametrize(
        ("text", "keep_beginnings", "expected"),
        [
            ('{"q": 1}', False, {"q": 1}),
            ('{"q": 1, "n": 12', False, {"q": 1}),
            ('{"q": "room 12', True, {"q": "room 12"}),
            ('{"q": "room 12', False, {}),
            ("", False, {}),
            ("zzz", False, None),
        ],
    )
    def test_what_is_finished_is_kept(
        self, text: str, keep_beginnings: bool, expected: Any
    ) -> None:
        assert twin(text, keep_beginnings=keep_beginnings) == expected


class TestAgreement:
    """Frozen and mutable say the same."""

    @given(OBJECTS.map(json.dumps), st.data(), st.booleans())
    def test_of_what_is_cut(self, text: str, data: st.DataObject, keep: bool) -> None:
        cut = text[: data.draw(st.integers(0, len(text)))]
        ours = repair_arguments(cut, unfinished="keep" if keep else "drop")
        assert not isinstance(ours, Unrepairable)

        assert ours.value.thaw() == twin(cut, keep_beginnings=keep)

    @given(swallowed())
    def test_of_what_was_swallowed(self, pair: tuple[str, dict[str, Any]]) -> None:
        text, meant = pair
        declared = freeze({"type": "object", "required": ["title", "body"]})
        ours = repair_arguments(text, declared)
        assert not isinstance(ours, Unrepairable)

        assert ours.value.thaw() == twin(text, ("title", "body")) == meant
