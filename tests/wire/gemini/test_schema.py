"""JSON Schema in the format's words."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ctxfn.wire.gemini import fit_schema
from tests.judges.gemini import judge
from tests.wire.openai_chat.payloads import any_json


def within(schema: Any, **more: Any) -> dict[str, Any]:
    return {"type": "object", "properties": {"a": schema}, **more}


class TestExamples:
    """One keyword after the other."""

    @pytest.mark.parametrize(
        ("schema", "fitted", "told"),
        [
            ({"type": "string"}, {"type": "string"}, []),
            ({"const": "x"}, {"type": "string", "enum": ["x"]}, []),
            ({"type": ["null", "string"]}, {"type": "string", "nullable": True}, []),
            (
                {"type": ["string", "integer"]},
                {"anyOf": [{"type": "string"}, {"type": "integer"}]},
                [],
            ),
            (
                {"anyOf": [{"type": "string"}, {"type": "null"}], "description": "d"},
                {"type": "string", "nullable": True, "description": "d"},
                [],
            ),
            (
                {"oneOf": [{"type": "string"}, {"type": "integer"}], "description": "d"},
                {
                    "anyOf": [
                        {"type": "string", "description": "d"},
                        {"type": "integer", "description": "d"},
                    ]
                },
                [],
            ),
            ({"$ref": "#/$defs/name"}, {"type": "string"}, []),
            (
                {"type": "string", "format": "uri"},
                {"type": "string"},
                [".properties.a.format"],
            ),
            (
                {"type": "integer", "enum": [1, 2]},
                {"type": "integer"},
                [".properties.a.enum"],
            ),
            (
                {"type": "object", "properties": {}},
                {"type": "string"},
                [".properties.a"],
            ),
            (
                {"type": "array"},
                {"type": "array", "items": {"type": "string"}},
                [".properties.a.items"],
            ),
            (
                {**within({"type": "string"}), "additionalProperties": False},
                within({"type": "string"}),
                [".properties.a.additionalProperties"],
            ),
            (
                within({"type": "string"}, required=["a", "b"]),
                within({"type": "string"}, required=["a"]),
                [".properties.a.required"],
            ),
            (
                {"allOf": [within({"type": "string"}), {"required": ["a"]}]},
                within({"type": "string"}, required=["a"]),
                [],
            ),
            (True, {"type": "string"}, [".properties.a"]),
        ],
    )
    def test_is_said(self, schema: Any, fitted: Any, told: list[str]) -> None:
        found = fit_schema(within(schema, **{"$defs": {"name": {"type": "string"}}}))

        assert found.schema == within(fitted)
        assert [path for path, _ in found.changes] == told

    def test_a_property_may_have_any_name(self) -> None:
        schema = {"type": "object", "properties": {"const": {"type": "string"}}}

        assert fit_schema(schema) == (schema, ())

    def test_a_reference_into_itself_is_cut(self) -> None:
        node = {"type": "object", "properties": {"next": {"$ref": "#/$defs/node"}}}
        found = fit_schema({"$ref": "#/$defs/node", "$defs": {"node": node}})

        assert found.schema == {"type": "object", "properties": {"next": {"type": "string"}}}
        assert [path for path, _ in found.changes] == [".properties.next"]

    @pytest.mark.parametrize("schema", [None, {}, {"type": "object", "properties": {}}, "x"])
    def test_no_arguments_are_no_schema(self, schema: object) -> None:
        assert fit_schema(schema) == (None, ())


KEYWORDS = st.sampled_from(
    ["type", "properties", "items", "anyOf", "oneOf", "allOf", "const", "enum", "required", "$ref"]
)
KINDS = st.sampled_from(["object", "array", "string", "null", ["string", "null"], ["object"]])
schemas: st.SearchStrategy[Any] = st.recursive(
    st.one_of(st.fixed_dictionaries({"type": KINDS}), any_json),
    lambda inner: st.one_of(
        st.dictionaries(KEYWORDS, any_json, max_size=2),
        st.fixed_dictionaries(
            {},
            optional={
                "type": KINDS,
                "properties": st.dictionaries(st.sampled_from("ab"), inner, max_size=2),
                "items": inner,
                "anyOf": st.lists(inner, max_size=2),
                "allOf": st.lists(inner, max_size=2),
                "required": st.lists(st.sampled_from("abc"), max_size=2),
                "$ref": st.sampled_from(["#", "#/properties/a", "#/nowhere"]),
                "enum": st.lists(st.sampled_from(["x", 1]), max_size=2),
                "description": st.just("d"),
            },
        ),
    ),
    max_leaves=8,
)


class TestProperties:
    """Over generated schemas, most of them odd."""

    @given(schemas)
    def test_the_fitted_schema_of_a_fitted_schema_is_itself(self, schema: Any) -> None:
        once = fit_schema(within(schema)).schema

        assert fit_schema(once) == (once, ())

    @given(schemas)
    def test_a_fitted_schema_passes_the_judge(self, schema: Any) -> None:
        fitted = fit_schema(within(schema)).schema
        tools = [{"functionDeclarations": [{"name": "f", "parameters": fitted}]}]

        assert judge({"contents": [{"parts": [{"text": "hi"}]}], "tools": tools}) == []
