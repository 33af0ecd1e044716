"""Parsing JSON without ever running out of stack, and without a word lost."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ctxfn.messages import InvalidJson, Parsed, TooDeep, freeze, parse_json
from ctxfn.messages.json_depth import depth_of_json
from tests.wire.openai_chat.payloads import any_json


def depth_of(value: object) -> int:
    """The depth by the definition of the word."""
    if isinstance(value, dict):
        return 1 + max(map(depth_of, value.values()), default=0)
    if isinstance(value, list):
        return 1 + max(map(depth_of, value), default=0)
    return 0


class TestExamples:
    """What is read and what is refused."""

    def test_a_byte_order_mark_is_no_part_of_the_text(self) -> None:
        assert parse_json(b"\xef\xbb\xbf[]").value == []

    def test_lone_surrogates_are_read(self) -> None:
        assert parse_json(b'["\\ud800"]').value == ["\ud800"]

    def test_brackets_in_texts_are_not_counted(self) -> None:
        assert depth_of_json(b'["\\"[[[", {"[": "]"}]') == 2

    def test_a_text_that_ends_in_a_backslash_ends_there(self) -> None:
        assert depth_of_json(b'["\\\\", [[]], "x"]') == 3

    @pytest.mark.parametrize(
        ("data", "error"),
        [
            (b"", InvalidJson("", "no JSON at line 1, column 1 (Expecting value)", "JSON")),
            (b'["\xff"]', InvalidJson("", "byte 0xff at byte 2", "JSON in UTF-8")),
            (b"[" * 501, TooDeep(None, 501, 500)),
            (b"1" * 5000, InvalidJson("", "a number with too many digits", "JSON")),
            (b'[{"a": NaN}]', InvalidJson("[0].a", "NaN", "a number that JSON has")),
            (b'{"a": [1, -Infinity]}', InvalidJson("a[1]", "-Infinity", "a number that JSON has")),
            (b'{"b": {"a": 1e999}}', InvalidJson("b.a", "1e999", "a number that JSON has")),
        ],
    )
    def test_is_refused(self, data: bytes, error: Exception) -> None:
        with pytest.raises(type(error)) as caught:
            parse_json(data)

        assert caught.value == error

    def test_as_deep_as_allowed_is_read(self) -> None:
        read = parse_json(b"[" * 500 + b"]" * 500).value

        assert freeze(read).text == "[" * 500 + "]" * 500

    def test_of_a_key_given_twice_the_last_value_stands_and_it_is_told(self) -> None:
        text = '{"messages": [{"role": "user"}, {"a": {"b": 1, "b": [], "b": 2}}], "messages": 3}'

        assert parse_json(text) == Parsed(
            json.loads(text),
            (("messages", 1, "a", "b"), ("messages", 1, "a", "b"), ("messages",)),
        )


class TestProperties:
    """Over generated values."""

    @given(any_json)
    def test_reads_what_was_written(self, value: object) -> None:
        assert parse_json(json.dumps(value).encode()) == Parsed(value)

    @given(any_json, st.booleans())
    def test_the_depth_is_that_of_the_value(self, value: object, ascii: bool) -> None:
        text = json.dumps(value, ensure_ascii=ascii).encode("utf-8", "surrogatepass")

        assert depth_of_json(text) == depth_of(value)

    @given(any_json)
    def test_a_key_said_twice_anywhere_is_found(self, value: object) -> None:
        text = json.dumps({"a": [value, {"b": value}]})
        twice = text[:-3] + ', "b": 0}]}'

        assert parse_json(twice) == Parsed({"a": [value, {"b": 0}]}, (("a", 1, "b"),))
