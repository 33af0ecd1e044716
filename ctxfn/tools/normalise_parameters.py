"""Give every object of a schema its list of required properties."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final, TypeAlias

from ctxfn.arguments import blames_arguments
from ctxfn.messages import Verbatim, own

__all__ = ["normalise_parameters", "schemas_in"]

_Schema: TypeAlias = "dict[str, Any]"

#: Keywords whose value is a schema; for ``items`` it may be a list of them as well.
_ONE: Final = frozenset(
    (
        *("additionalItems", "additionalProperties", "contains", "contentSchema", "else", "if"),
        *("items", "not", "propertyNames", "then", "unevaluatedItems", "unevaluatedProperties"),
    )
)
#: Keywords whose value is a list of schemas.
_LISTS: Final = frozenset(("allOf", "anyOf", "items", "oneOf", "prefixItems"))
#: Keywords whose value is an object of schemas by name.
_NAMED: Final = frozenset(
    ("$defs", "definitions", "dependentSchemas", "patternProperties", "properties")
)


@blames_arguments
def normalise_parameters(
    parameters: Verbatim | None, /, *, only_declared: bool = False
) -> Verbatim | None:
    """Return the schema *parameters* with a list ``required`` in every schema of an object.

    What stands between a manifest and a model turns a list that is not there into null, and
    some that read the null refuse the request; others refuse the list without properties.

    Contract:
        At every depth a schema whose type is object, or a list of types with it, has a list
        ``required``: its own, or an empty one in place of what is missing or no list. The
        outermost has an object ``properties``, too. With *only_declared* each has it, and
        requires nothing that is not in there. Values (``enum``, ``const``, ``default``,
        ``examples``) are no schemas and stay; so does the order of keys. Nothing to do: the
        same object, and None stays None.

    Complexity: O(size of the schema), at any depth.

    Source: LobeHub context-engine, which looks at the list of the outermost schema alone; a
    branch of it is strict about properties.

    Examples:
        >>> from ctxfn.messages import freeze
        >>> inner = {"type": "object", "required": None}
        >>> shape = freeze({"type": "object", "properties": {"at": inner}, "required": ["at"]})
        >>> normalise_parameters(shape).thaw()["properties"]
        {'at': {'type': 'object', 'required': []}}
        >>> strict = freeze({"type": "object", "required": ["b"]})
        >>> normalise_parameters(strict, only_declared=True).thaw()
        {'type': 'object', 'required': [], 'properties': {}}
        >>> done = freeze({"type": "object", "properties": {}, "required": []})
        >>> normalise_parameters(done) is done
        True
    """
    if parameters is None:
        return None
    top = parameters.shared()
    if not any(_amendments(one, only_declared, outermost=one is top) for one in schemas_in(top)):
        return parameters
    fresh = parameters.thaw()
    for schema in schemas_in(fresh):
        schema.update(_amendments(schema, only_declared, outermost=schema is fresh))
    return own(fresh)


def _amendments(schema: _Schema, only_declared: bool, *, outermost: bool) -> _Schema:
    """Return what has to be set in one schema."""
    kind = schema.get("type")
    if kind != "object" and not (isinstance(kind, list) and "object" in kind):
        return {}
    changes: _Schema = {}
    required, properties = schema.get("required"), schema.get("properties")
    if not isinstance(required, list):
        changes["required"] = required = []
    if not isinstance(properties, dict) and (outermost or only_declared):
        changes["properties"] = properties = {}
    if only_declared and isinstance(properties, dict):
        declared = [name for name in required if isinstance(name, str) and name in properties]
        if len(declared) < len(required):
            changes["required"] = declared
    return changes


def schemas_in(top: object) -> Iterator[_Schema]:
    """Yield *top* and all schemas in it; a list of what is still to see costs no stack."""
    waiting: list[object] = [top]
    while waiting:
        schema = waiting.pop()
        if not isinstance(schema, dict):
            continue
        yield schema
        for key, value in schema.items():
            if isinstance(value, dict):
                if key in _NAMED:
                    waiting += value.values()
                elif key in _ONE:
                    waiting.append(value)
            elif key in _LISTS and isinstance(value, list):
                waiting += value
