"""normalise_parameters: a list of what is required, in every object at every depth."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ctxfn.messages import MAX_JSON_DEPTH, freeze
from ctxfn.tools import normalise_parameters
from tests.tools.manifest_sets import SCHEMAS

BARE = {"type": "object"}
DONE = {"type": "object", "required": []}


def normalised(schema: object, *, only_declared: bool = False) -> Any:
    """Return *schema* as it comes out."""
    result = normalise_parameters(freeze(schema), only_declared=only_declared)
    assert result is not None
    return result.thaw()


class TestExamples:
    """What a reader can check by eye."""

    @pytest.mark.parametrize(
        ("schema", "expected"),
        [
            (BARE, {**DONE, "properties": {}}),
            ({"type": "object", "properties": None}, {**DONE, "properties": {}}),
            ({"type": "object", "required": None, "properties": {}}, {**DONE, "properties": {}}),
            (
                {"items": {"type": ["object", "null"]}},
                {"items": {"type": ["object", "null"], "required": []}},
            ),
            ({"type": "string"}, {"type": "string"}),
            ({}, {}),
            ({"items": BARE}, {"items": DONE}),
            ({"items": [BARE, True]}, {"items": [DONE, True]}),
            ({"anyOf": [BARE, None]}, {"anyOf": [DONE, None]}),
            ({"properties": {"enum": BARE}}, {"properties": {"enum": DONE}}),
            ({"$defs": {"a": {"not": BARE}}}, {"$defs": {"a": {"not": DONE}}}),
            ({"additionalProperties": BARE}, {"additionalProperties": DONE}),
        ],
    )
    def test_schemas_within_schemas(self, schema: object, expected: object) -> None:
        assert normalised(schema) == expected

    @pytest.mark.parametrize("keyword", ["default", "const", "enum", "examples"])
    def test_values_are_no_schemas(self, keyword: str) -> None:
        assert normalised({keyword: [BARE]}) == {keyword: [BARE]}

    def test_what_is_required_and_not_declared_may_go(self) -> None:
        schema = {"type": "object", "properties": {"a": {}}, "required": ["b", "a", 3]}

        assert normalised(schema) == schema
        assert normalised(schema, only_declared=True)["required"] == ["a"]

    def test_nothing_is_nothing(self) -> None:
        assert normalise_parameters(None) is None

    def test_as_deep_as_json_may_be(self) -> None:
        schema: dict[str, Any] = BARE
        for _ in range(MAX_JSON_DEPTH - 2):
            schema = {"items": schema}
        done = normalise_parameters(freeze(schema))

        assert done is not None
        assert done.text.count('"required":[]') == 1


def lacking(value: object) -> bool:
    """Whether a schema in *value*, found by keywords this function knows, lacks its list."""
    if not isinstance(value, dict):
        return False
    kinds = value.get("type")
    is_object = kinds == "object" or (isinstance(kinds, list) and "object" in kinds)
    if is_object and not isinstance(value.get("required"), list):
        return True
    named = [one for key in ("properties", "$defs") for one in _values(value.get(key))]
    listed = [one for key in ("anyOf", "items") for one in _members(value.get(key))]
    return any(
        map(lacking, [*named, *listed, value.get("items"), value.get("additionalProperties")])
    )


def _values(value: object) -> list[object]:
    return list(value.values()) if isinstance(value, dict) else []


def _members(value: object) -> list[object]:
    return value if isinstance(value, list) else []


class TestProperties:
    """What is true of every schema."""

    @given(SCHEMAS, st.booleans())
    def test_no_object_lacks_its_list(self, schema: object, only_declared: bool) -> None:
        assert not lacking(normalised(schema, only_declared=only_declared))

    @given(SCHEMAS, st.booleans())
    def test_idempotent_and_the_same_object(self, schema: object, only_declared: bool) -> None:
        once = normalise_parameters(freeze(schema), only_declared=only_declared)

        assert normalise_parameters(once, only_declared=only_declared) is once

    @given(SCHEMAS)
    def test_the_input_stays(self, schema: object) -> None:
        given_ = freeze(schema)
        before = given_.text
        normalise_parameters(given_, only_declared=True)

        assert given_.text == before
