"""Words of a result, and the object in their place: each says what the other says."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ctxfn.wire.gemini.answers import NO_JSON, json_in, response_of, words_of
from tests.wire.openai_chat.payloads import any_json

OBJECTS = st.one_of(
    st.dictionaries(st.sampled_from(["a", "result"]), any_json, max_size=2),
    st.fixed_dictionaries({"result": any_json}),
    st.fixed_dictionaries({"result": st.fixed_dictionaries({"result": any_json})}),
)
#: Words, among them JSON as others write it.
WORDS = st.one_of(
    st.text(max_size=6),
    st.builds(json.dumps, any_json),
    st.builds(json.dumps, OBJECTS),
    st.sampled_from(["1e5", "1.0", " 5", '"a"', "NaN", '{"a":1,"a":2}', "[1", "1" * 5000, "-0"]),
)


def meant(text: str) -> Any:
    """Read *text* as a value if it holds a list or an object; the spelling does not count."""
    value = json_in(text)
    return value if isinstance(value, dict | list) else text


class TestExamples:
    """Both ways, one by one."""

    @pytest.mark.parametrize(
        ("text", "response"),
        [
            ("", {"result": ""}),
            ("noon", {"result": "noon"}),
            ("5", {"result": 5}),
            ("null", {"result": None}),
            ("1e5", {"result": "1e5"}),
            ('"a"', {"result": '"a"'}),
            ("[1]", {"result": [1]}),
            ('{"n":80}', {"n": 80}),
            ('{"result":5}', {"result": {"result": 5}}),
            ('{"a":1,"a":2}', {"result": '{"a":1,"a":2}'}),
            ("[NaN]", {"result": "[NaN]"}),
            ("[1e999]", {"result": "[1e999]"}),
        ],
    )
    def test_is_wrapped_and_unwrapped(self, text: str, response: Any) -> None:
        assert response_of(text) == response
        assert words_of(response) == text

    def test_brackets_without_end_are_text(self) -> None:
        deep = "[" * 100_000

        assert response_of(deep) == {"result": deep}


class TestProperties:
    """Over drawn words and answers."""

    @given(WORDS)
    def test_words_come_back(self, text: str) -> None:
        assert meant(words_of(response_of(text))) == meant(text)

    @given(WORDS)
    def test_once_spelled_they_stay(self, text: str) -> None:
        once = words_of(response_of(text))

        assert words_of(response_of(once)) == once

    @given(OBJECTS)
    def test_an_answer_is_always_an_object(self, response: Any) -> None:
        assert isinstance(response_of(words_of(response)), dict)

    @given(WORDS)
    def test_no_number_is_changed_in_silence(self, text: str) -> None:
        value = json_in(text)

        assert value is NO_JSON or json.loads(json.dumps(value, allow_nan=False)) == value
