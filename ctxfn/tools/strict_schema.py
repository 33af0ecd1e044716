"""Whether a model can be held to a schema to the letter."""

from __future__ import annotations

from ctxfn.arguments import blames_arguments
from ctxfn.messages import Verbatim
from ctxfn.tools.normalise_parameters import schemas_in

__all__ = ["is_strict_schema"]


@blames_arguments
def is_strict_schema(parameters: Verbatim | None, /) -> bool:
    """Say whether OpenAI takes *parameters* with ``strict``: every object closed, all of it required.

    Contract:
        The outermost schema is of an object. Of every object ``additionalProperties`` is false
        and ``required`` names all ``properties``. Which further keywords are known is not asked.

    Complexity: O(size of the schema).

    Source: OpenAI's guide to structured outputs, "Supported schemas".

    Examples:
        >>> from ctxfn.messages import freeze
        >>> closed = {"type": "object", "properties": {}, "additionalProperties": False}
        >>> is_strict_schema(freeze({**closed, "required": []})), is_strict_schema(freeze({}))
        (True, False)
    """
    root = None if parameters is None else parameters.shared()
    if not isinstance(root, dict) or root.get("type") != "object":
        return False
    return all(_is_closed(schema) for schema in schemas_in(root))


def _is_closed(schema: object) -> bool:
    if not isinstance(schema, dict):
        return True
    said = schema.get("type")
    of_object = said == "object" or (isinstance(said, list) and "object" in said)
    if not of_object and "properties" not in schema:
        return True
    properties = schema.get("properties", {})
    required = schema.get("required", [])
    if not isinstance(properties, dict) or not isinstance(required, list):
        return False
    all_of_it = {one for one in required if isinstance(one, str)} == set(properties)
    return all_of_it and schema.get("additionalProperties") is False
