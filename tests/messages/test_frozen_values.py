"""Verbatim: a JSON value that nobody can change, neither by what went in nor by what came out."""

from __future__ import annotations

import copy
import json
import pickle

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ctxfn.messages import InvalidJson, TooDeep, extra, freeze, own
from ctxfn.messages.limits import MAX_JSON_DEPTH

JSON = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3),
    max_leaves=8,
)


def spoil(value: object) -> None:
    """Change everything in *value* that can be changed."""
    if isinstance(value, dict):
        for inner in list(value.values()):
            spoil(inner)
        value["spoiled"] = True
    elif isinstance(value, list):
        for inner in value:
            spoil(inner)
        value.append("spoiled")


def nested(depth: int) -> object:
    """Make a list of lists."""
    value: object = 0
    for _ in range(depth):
        value = [value]
    return value


class TestFreeze:
    """What is let in."""

    def test_tuples_become_lists(self) -> None:
        assert freeze({"a": (1, (2,))}).thaw() == {"a": [1, [2]]}

    @pytest.mark.parametrize(
        ("value", "message"),
        [
            ({"a": [{1: 2}]}, r"^a\[0\]: found the key 1, expected a text"),
            ({"a": {"b": {3}}}, r"^a\.b: found a set"),
            (b"x", "the value: found a bytes"),
            ([object()], r"\[0\]: found a object"),
        ],
    )
    def test_what_is_no_json_is_refused_with_its_place(self, value: object, message: str) -> None:
        with pytest.raises(InvalidJson, match=message):
            freeze(value)

    def test_the_limit_of_depth(self) -> None:
        deepest = freeze(nested(MAX_JSON_DEPTH))

        assert pickle.loads(pickle.dumps(deepest)) == deepest
        assert deepest.text == "[" * MAX_JSON_DEPTH + "0" + "]" * MAX_JSON_DEPTH
        with pytest.raises(TooDeep):
            freeze(nested(MAX_JSON_DEPTH + 2))

    def test_a_value_in_itself_is_too_deep(self) -> None:
        loop: list[object] = []
        loop.append(loop)

        with pytest.raises(TooDeep):
            freeze(loop)

    def test_extras_are_their_codecs_alone(self) -> None:
        extras = (("a", freeze({"x": [1]})), ("b", freeze([2])))

        assert extra(extras, "a") == {"x": [1]}
        assert extra(extras, "b") == {}
        assert extra(extras, "c") == {}


class TestProperties:
    """Of every JSON value."""

    @given(JSON)
    def test_it_comes_out_as_it_went_in(self, value: object) -> None:
        assert json.dumps(freeze(value).thaw()) == json.dumps(value)

    @given(JSON)
    def test_changing_what_went_in_changes_nothing(self, value: object) -> None:
        before = json.dumps(value)
        kept = freeze(value)
        spoil(value)

        assert json.dumps(kept.thaw()) == before

    @given(JSON)
    def test_changing_what_came_out_changes_nothing(self, value: object) -> None:
        for kept in (freeze(value), own(copy.deepcopy(value))):
            spoil(kept.thaw())

            assert json.dumps(kept.thaw()) == json.dumps(value)

    @given(JSON, JSON)
    def test_equal_is_of_one_canonical_text(self, one: object, other: object) -> None:
        assert (freeze(one) == freeze(other)) is (freeze(one).text == freeze(other).text)

    @given(st.dictionaries(st.text(), JSON))
    def test_the_order_of_keys_is_kept_and_does_not_count(self, value: dict[str, object]) -> None:
        backwards = dict(reversed(value.items()))

        assert freeze(backwards) == freeze(value)
        assert hash(freeze(backwards)) == hash(freeze(value))
        assert list(json.loads(json.dumps(freeze(backwards).thaw()))) == list(backwards)

    @pytest.mark.parametrize(("one", "other"), [(1, True), (0, False), (1, 1.0), (None, False)])
    def test_what_only_python_calls_equal_differs(self, one: object, other: object) -> None:
        assert freeze([one]) != freeze([other])

    @given(JSON)
    def test_it_travels(self, value: object) -> None:
        kept = freeze(value)

        assert pickle.loads(pickle.dumps(kept)) == kept
        assert hash(pickle.loads(pickle.dumps(kept))) == hash(kept)
