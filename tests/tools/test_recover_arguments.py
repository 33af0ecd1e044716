"""recover_arguments: valid JSON out, whatever a model wrote."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ctxfn.testing import json_values
from ctxfn.tools import is_json, recover_arguments


def _cut_anywhere(text: str) -> st.SearchStrategy[str]:
    return st.integers(0, len(text)).map(lambda end: text[:end])


class TestExamples:
    """What it does, in cases a reader can check by eye."""

    @pytest.mark.parametrize(
        ("text", "expected"),
        [
            ('{"q": {"in": "x"}, "c": [1, "y', '{"q":{"in":"x"},"c":[1,"y"]}'),
            ('{"q": 1, "ke', '{"q":1}'),
            ('{"q": 1}}', '{"q":1}'),
            ('{"q": 1} and so on', '{"q":1}'),
            ("[1, 2", "[1,2]"),
            ('{"grüße": "ö', '{"grüße":"ö"}'),
        ],
    )
    def test_what_was_begun_is_closed(self, text: str, expected: str) -> None:
        assert recover_arguments(text).text == expected
        assert recover_arguments(text).legibility == "cut"

    @pytest.mark.parametrize(
        "text", ["zzz", "<none>", '"abc', "{", '{"a": tru', "nul", '{"a": NaN}']
    )
    def test_what_cannot_be_read_is_an_empty_object(self, text: str) -> None:
        assert recover_arguments(text).text == "{}"
        assert recover_arguments(text).legibility == "lost"

    @pytest.mark.parametrize("text", ["", " ", "\n\t"])
    def test_nothing_written_means_no_arguments(self, text: str) -> None:
        assert recover_arguments(text).legibility == "empty"

    @pytest.mark.parametrize("text", ["12", "null", '"text"', " {} ", '{"a": "\\ud800"}'])
    def test_json_stays_as_it_is_written(self, text: str) -> None:
        assert recover_arguments(text).text is text

    def test_depth_without_end_is_no_crash(self) -> None:
        assert recover_arguments("[" * 100_000).legibility == "lost"


class TestProperties:
    """What is true of every text. Each test is named after the invariant."""

    @given(st.text() | json_values(nan=True).map(json.dumps).flatmap(_cut_anywhere))
    def test_the_answer_is_json(self, text: str) -> None:
        assert is_json(recover_arguments(text).text)

    @given(json_values())
    def test_json_is_the_same_object(self, value: object) -> None:
        text = json.dumps(value)
        assert recover_arguments(text).text is text

    @given(st.text())
    def test_twice_is_once(self, text: str) -> None:
        once = recover_arguments(text).text
        assert recover_arguments(once).text is once
