"""Verbatim: a JSON value nobody can change, at any depth that is allowed."""

from __future__ import annotations

import copy
import json
import pickle
from collections.abc import Callable
from typing import TypeVar

import pytest
from hypothesis import given

from ctxfn.messages import MAX_JSON_DEPTH, InvalidJson, TooDeep, freeze
from ctxfn.testing import json_values

T = TypeVar("T")


def nested(levels: int) -> object:
    value: object = []
    for _ in range(levels - 1):
        value = [value]
    return value


def below(frames: int, call: Callable[[], T]) -> T:
    """Call with so many Python frames already on the stack."""
    return call() if frames == 0 else below(frames - 1, call)


class TestDepth:
    """Below the limit everything works, above it one error."""

    def test_as_deep_as_allowed_still_copies_compares_hashes_prints_and_pickles(self) -> None:
        kept = freeze(nested(MAX_JSON_DEPTH))

        assert kept.thaw() == nested(MAX_JSON_DEPTH)
        assert pickle.loads(pickle.dumps(kept)) == kept
        assert hash(kept) == hash(freeze(nested(MAX_JSON_DEPTH)))
        assert repr(kept).count("[") == MAX_JSON_DEPTH

    @pytest.mark.parametrize("frames", [0, 500, 600, 700])
    def test_it_does_not_matter_how_much_of_the_stack_is_taken(self, frames: int) -> None:
        value = {"b": nested(MAX_JSON_DEPTH - 1), "a": ["é", 1.5, None, True, {}]}
        kept, other = freeze(value), freeze(value)

        assert below(frames, lambda: kept == other)
        assert below(frames, lambda: hash(kept)) == hash(other)
        assert below(frames, lambda: kept.text) == other.text
        assert below(frames, lambda: kept.json) == other.json
        assert below(frames, lambda: repr(kept)) == repr(other)
        assert below(frames, lambda: pickle.loads(pickle.dumps(kept))) == kept
        assert below(frames, lambda: copy.deepcopy(kept)) == kept

    def test_one_level_more_is_refused(self) -> None:
        with pytest.raises(TooDeep):
            freeze(nested(MAX_JSON_DEPTH + 1))

    def test_a_list_that_holds_itself_is_refused(self) -> None:
        ring: list[object] = []
        ring.append(ring)

        with pytest.raises(TooDeep):
            freeze(ring)


class TestExamples:
    """What is kept and what is refused."""

    def test_order_of_keys_survives_the_copy(self) -> None:
        assert list(freeze({"b": [1], "a": {}, "c": 0}).thaw()) == ["b", "a", "c"]  # type: ignore[call-overload]

    @pytest.mark.parametrize("sign", [1, -1])
    def test_a_number_that_nobody_can_write_is_refused(self, sign: int) -> None:
        longest = sign * (10**4300 - 1)

        assert freeze([longest]).text == f"[{longest}]"
        for value in (10**4300, [10**4300], {"a": 10**4300}):
            with pytest.raises(InvalidJson, match="a whole number of 14285 bits"):
                freeze(value)

    def test_another_type_is_named_with_its_place(self) -> None:
        with pytest.raises(InvalidJson) as caught:
            freeze({"a": [{"b": {1, 2}}]})

        assert caught.value == InvalidJson("a[0].b", "a set", "a JSON value")


class TestJson:
    """As text for a reader: in its own order, as short as it goes."""

    def test_keys_keep_their_order_and_characters_stay(self) -> None:
        assert freeze({"b": [1.5, None], "a": "é😀"}).json == '{"b":[1.5,null],"a":"é😀"}'

    def test_half_a_character_is_an_escape_since_it_cannot_be_sent(self) -> None:
        kept = freeze({"é": "\ud800"})

        assert kept.json == '{"é":"\\ud800"}'
        assert json.loads(kept.json) == kept.thaw()

    @given(json_values())
    def test_it_reads_as_what_it_was_written_from(self, value: object) -> None:
        text = freeze(value).json

        assert json.loads(text) == value
        assert text.encode().decode() == text
