"""Parsing JSON without ever running out of stack."""

from __future__ import annotations

import json
import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ctxfn.messages import InvalidJson, TooDeep, freeze
from ctxfn.wire import depth_of_json, read_json
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
        assert read_json(b"\xef\xbb\xbf[]") == []

    def test_nan_and_lone_surrogates_are_read(self) -> None:
        read = read_json(b'[NaN, "\\ud800"]')

        assert isinstance(read, list)
        assert math.isnan(read[0])
        assert read[1] == "\ud800"

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
        ],
    )
    def test_is_refused(self, data: bytes, error: Exception) -> None:
        with pytest.raises(type(error)) as caught:
            read_json(data)

        assert caught.value == error

    def test_as_deep_as_allowed_is_read(self) -> None:
        read = read_json(b"[" * 500 + b"]" * 500)

        assert freeze(read).text == "[" * 500 + "]" * 500


class TestProperties:
    """Over generated values."""

    @given(any_json)
    def test_reads_what_was_written(self, value: object) -> None:
        assert read_json(json.dumps(value).encode()) == value

    @given(any_json, st.booleans())
    def test_the_depth_is_that_of_the_value(self, value: object, ascii: bool) -> None:
        text = json.dumps(value, ensure_ascii=ascii).encode("utf-8", "surrogatepass")

        assert depth_of_json(text) == depth_of(value)
