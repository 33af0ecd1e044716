"""write_deep and read_deep: what Python's own do, without a stack."""

from __future__ import annotations

import json

from hypothesis import example, given
from hypothesis import strategies as st

from ctxfn.messages.deep_json import read_deep, write_deep
from tests.messages.test_frozen_values import JSON

BITS = ("[", "]", "{", "}", ",", ":", '"a"', '"', "1", "-", "null", "NaN", " ", "\n", "x")


def outcome(text: str, read: object) -> str:
    """Return what reading gives, in words."""
    try:
        return repr(read(text))  # type: ignore[operator]
    except json.JSONDecodeError:
        return "refused"


class TestWriting:
    @given(JSON, st.booleans())
    def test_json_is_written_as_python_writes_it(self, value: object, sort_keys: bool) -> None:
        encode = json.JSONEncoder(sort_keys=sort_keys, separators=(",", ":")).encode

        assert write_deep(value, encode, sort_keys=sort_keys) == encode(value)

    @given(JSON)
    def test_so_is_what_repr_writes(self, value: object) -> None:
        assert write_deep(value, repr, comma=", ", colon=": ") == repr(value)


class TestReading:
    @given(JSON, st.sampled_from([None, 2]))
    def test_json_is_read_as_python_reads_it(self, value: object, indent: int | None) -> None:
        assert read_deep(json.dumps(value, indent=indent)) == value

    @given(st.lists(st.sampled_from(BITS), max_size=8).map("".join))
    @example('{"a":1,}')
    @example("[1,]")
    @example('{"a":{"a":[]},"b":[{}]}')
    def test_what_is_no_json_is_refused_as_python_refuses_it(self, text: str) -> None:
        assert outcome(text, read_deep) == outcome(text, json.loads)
