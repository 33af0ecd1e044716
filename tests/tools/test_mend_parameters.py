"""mend_parameters: what would be refused is mended, what would not is the same object."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ctxfn.messages import freeze
from ctxfn.tools import mend_parameters, normalise_parameters
from tests.tools.manifest_sets import SCHEMAS

EMPTY = {"type": "object", "properties": {}}


class TestExamples:
    """What a reader can check by eye."""

    @pytest.mark.parametrize(
        ("schema", "expected"),
        [
            ({"type": "object", "required": []}, EMPTY),
            ({"type": None}, EMPTY),
            ({}, EMPTY),
            ({"properties": {"a": {}}}, {"type": "object", "properties": {"a": {}}}),
            ({"type": "object", "properties": None}, EMPTY),
            ({"type": "object", "required": ["a"]}, {**EMPTY, "required": ["a"]}),
            (
                {"type": "object", "properties": {"a": {"type": "object", "required": None}}},
                {"type": "object", "properties": {"a": {"type": "object"}}},
            ),
        ],
    )
    def test_mended(self, schema: object, expected: object) -> None:
        mended = mend_parameters(freeze(schema))

        assert mended is not None
        assert mended.thaw() == expected

    @pytest.mark.parametrize(
        "schema",
        [
            EMPTY,
            {**EMPTY, "required": []},
            {"type": "string"},
            {"anyOf": [{"type": "object"}]},
            {"type": "object", "properties": {"a": {"type": "object"}}},
            {"type": "object", "properties": {"a": {"type": "string", "required": True}}},
        ],
    )
    def test_left_alone(self, schema: object) -> None:
        given_ = freeze(schema)

        assert mend_parameters(given_) is given_

    def test_none_is_none(self) -> None:
        assert mend_parameters(None) is None


class TestProperties:
    """What is true of every schema."""

    @given(SCHEMAS)
    def test_twice_is_once(self, schema: object) -> None:
        once = mend_parameters(freeze(schema))

        assert mend_parameters(once) is once

    @given(SCHEMAS, st.booleans())
    def test_nothing_is_to_mend_in_what_we_declare_of_an_object(
        self, schema: dict[str, object], only_declared: bool
    ) -> None:
        declared: dict[str, object] = {"type": "object"}
        declared.update((key, one) for key, one in schema.items() if key in ("required", "enum"))
        ours = normalise_parameters(freeze(declared), only_declared=only_declared)

        assert mend_parameters(ours) is ours
