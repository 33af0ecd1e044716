"""misfits_of: what a declaration says of types, and nothing it does not say."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ctxfn.messages import freeze
from ctxfn.testing import json_values
from ctxfn.tools import Misfit, Parsed, repair_arguments
from ctxfn.tools.misfits import misfits_of, missing_of
from tests.tools.argument_texts import OBJECTS, SCHEMAS

TYPES = ("string", "number", "integer", "boolean", "array", "object", "null")


def told(value: object, declared: object) -> list[str]:
    """Say what is wrong with the one argument *value*."""
    schema = freeze({"type": "object", "properties": {"it": declared}})
    return [str(one) for one in misfits_of({"it": value}, schema)]


class TestExamples:
    """A keyword a test."""

    @pytest.mark.parametrize(
        ("value", "fitting"),
        [
            ("x", {"string"}),
            (1, {"number", "integer"}),
            (1.5, {"number"}),
            (2.0, {"number", "integer"}),
            (True, {"boolean"}),
            (None, {"null"}),
            ([], {"array"}),
            ({}, {"object"}),
        ],
    )
    def test_types(self, value: object, fitting: set[str]) -> None:
        assert {one for one in TYPES if not told(value, {"type": one})} == fitting

    @pytest.mark.parametrize(
        ("value", "declared", "words"),
        [
            (
                "x",
                {"type": ["integer", "null"]},
                ["it: found a text, expected a whole number or null"],
            ),
            (None, {"type": "string", "nullable": True}, []),
            ("b", {"enum": ["a", "c"]}, ["it: found a text, expected one of the values listed"]),
            (True, {"enum": [1]}, ["it: found true or false, expected one of the values listed"]),
            (1.0, {"enum": [1]}, []),
            ([1], {"enum": [[2]]}, []),
            ("b", {"const": "a"}, ["it: found a text, expected the one value there is"]),
            (
                [1, "x"],
                {"items": {"type": "integer"}},
                ["it[1]: found a text, expected a whole number"],
            ),
            ({}, {"required": ["a"]}, ["it.a: found nothing, expected a value: it is required"]),
            (
                {"a": {"b": 1}},
                {"properties": {"a": {"properties": {"b": {"type": "string"}}}}},
                ["it.a.b: found a number, expected a text"],
            ),
        ],
    )
    def test_other_keywords(self, value: object, declared: object, words: list[str]) -> None:
        assert told(value, declared) == words

    @pytest.mark.parametrize(
        "declared",
        [
            *({"type": "text"}, {"type": 3}, {"type": ["string", "text"]}, {"$ref": "#/x"}, True),
            *({"anyOf": [{"type": "string"}]}, {"items": [{"type": "string"}]}, {"enum": "a"}),
        ],
    )
    def test_what_is_not_understood_lets_everything_pass(self, declared: object) -> None:
        assert told([1], declared) == []

    def test_the_arguments_are_an_object_whatever_is_declared(self) -> None:
        assert misfits_of([], freeze({})) == (Misfit((), "a list", "an object"),)

    def test_required_names_are_listed_once_and_in_order(self) -> None:
        schema = freeze({"required": ["b", "a", "b", 3]})

        assert missing_of({"x": 1}, schema) == ("b", "a")

    def test_no_more_than_twenty_are_told(self) -> None:
        assert len(told([1] * 50, {"items": {"type": "string"}})) == 20


class TestProperties:
    """What is true of every value and declaration."""

    @given(OBJECTS, SCHEMAS)
    def test_all_types_are_those_declared_if_nothing_is_told(
        self, value: dict[str, Any], schema: dict[str, Any]
    ) -> None:
        wrong = {one.path[0] for one in misfits_of(value, freeze(schema))}
        declared = schema.get("properties", {})

        assert wrong == {
            key for key, one in value.items() if key in declared and told(one, declared[key]) != []
        }

    @given(json_values(), json_values())
    def test_total(self, value: object, schema: object) -> None:
        assert isinstance(misfits_of(value, freeze(schema)), tuple)
        assert isinstance(missing_of(value, freeze(schema)), tuple)

    @given(st.none() | st.booleans() | st.integers() | st.text() | st.lists(st.integers()))
    def test_agrees_with_a_validator(self, value: object) -> None:
        validator = pytest.importorskip("jsonschema").Draft202012Validator
        for declared in (*({"type": one} for one in TYPES), {"enum": [1, "a", True, None]}):
            assert (told(value, declared) == []) == validator(declared).is_valid(value)


def test_parsed_arguments_tell_both() -> None:
    schema = freeze({"properties": {"n": {"type": "integer"}}, "required": ["q"]})

    assert repair_arguments('{"n": "1"}', schema) == Parsed(
        freeze({"n": "1"}), ("q",), (Misfit(("n",), "a text", "a whole number"),)
    )
