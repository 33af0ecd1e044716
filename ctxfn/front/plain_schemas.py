"""Say a schema that Gemini's reference spells in the words of JSON Schema."""

from __future__ import annotations

from typing import Final

from ctxfn.messages import Verbatim, own

__all__ = ["plain_schema"]

_TYPES: Final = ("ARRAY", "BOOLEAN", "INTEGER", "NULL", "NUMBER", "OBJECT", "STRING")
#: Where schemas stand in a schema: one, a list of them, or some by name.
_ONE: Final = ("items", "additionalProperties")
_LISTS: Final = ("anyOf", "prefixItems")
_NAMED: Final = ("properties", "$defs")
#: Whole numbers that the reference writes as texts.
_COUNTS: Final = (
    *("minItems", "maxItems", "minLength", "maxLength"),
    *("minProperties", "maxProperties"),
)


def plain_schema(schema: Verbatim | None) -> Verbatim | None:
    """Return *schema* with types in small letters, counts as numbers, and null as a type.

    Why: only Gemini takes ``OBJECT`` for an object; every other API refuses the tool.

    Contract:
        The same object if it has none of this.

    Complexity: O(schema).

    Source: the Gemini API's reference of ``Schema``; JSON Schema 2020-12.

    Examples:
        >>> from ctxfn.messages import freeze
        >>> plain_schema(freeze({"type": "STRING", "nullable": True})).thaw()
        {'type': ['string', 'null']}
    """
    if schema is None:
        return None
    before = schema.thaw()
    after = _plain(before)
    return schema if after == before else own(after)


def _plain(schema: object) -> object:
    if not isinstance(schema, dict):
        return schema
    plain: dict[str, object] = {
        key: _value(key, one) for key, one in schema.items() if key != "propertyOrdering"
    }
    if isinstance(plain.get("nullable"), bool) and plain.pop("nullable"):
        _or_null(plain)
    return plain


def _or_null(schema: dict[str, object]) -> None:
    """Let *schema* take null as well, in whichever way it says what it takes."""
    kind, choices, either = schema.get("type"), schema.get("enum"), schema.get("anyOf")
    if isinstance(kind, str):
        schema["type"] = [kind, "null"]
    elif isinstance(either, list):
        schema["anyOf"] = [*either, {"type": "null"}]
    if isinstance(choices, list) and None not in choices:
        schema["enum"] = [*choices, None]


def _value(key: str, value: object) -> object:
    match value:
        case str() if key == "type" and value in _TYPES:
            return value.lower()
        case str() if key in _COUNTS and value.isdecimal():
            return int(value)
        case dict() if key in _ONE:
            return _plain(value)
        case dict() if key in _NAMED:
            return {name: _plain(one) for name, one in value.items()}
        case list() if key in _LISTS:
            return [_plain(one) for one in value]
        case _:
            return value
