"""Verbatim: a JSON value nobody can change, at any depth that is allowed."""

from __future__ import annotations

import pickle

import pytest

from ctxfn.messages import MAX_JSON_DEPTH, InvalidJson, TooDeep, freeze


def nested(levels: int) -> object:
    value: object = []
    for _ in range(levels - 1):
        value = [value]
    return value


class TestDepth:
    """Below the limit everything works, above it one error."""

    def test_as_deep_as_allowed_still_copies_compares_hashes_prints_and_pickles(self) -> None:
        kept = freeze(nested(MAX_JSON_DEPTH))

        assert kept.thaw() == nested(MAX_JSON_DEPTH)
        assert pickle.loads(pickle.dumps(kept)) == kept
        assert hash(kept) == hash(freeze(nested(MAX_JSON_DEPTH)))
        assert repr(kept).count("[") == MAX_JSON_DEPTH

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

    def test_another_type_is_named_with_its_place(self) -> None:
        with pytest.raises(InvalidJson) as caught:
            freeze({"a": [{"b": {1, 2}}]})

        assert caught.value == InvalidJson("a[0].b", "a set", "a JSON value")
