"""Make parameters acceptable that were declared by somebody else, and touch no others."""

from __future__ import annotations

from typing import Any, Final

from ctxfn.arguments import blames_arguments
from ctxfn.messages import Verbatim, own
from ctxfn.tools.normalise_parameters import schemas_in

__all__ = ["mend_parameters"]

#: Keywords that say what a schema without a type is about.
_ABOUT: Final = ("$ref", "allOf", "anyOf", "const", "enum", "if", "items", "not", "oneOf")


@blames_arguments
def mend_parameters(parameters: Verbatim | None, /) -> Verbatim | None:
    """Return *parameters* as those want them who read the format of OpenAI.

    Contract:
        The outermost schema of an object has an object ``properties``; where it had none and
        requires nothing, ``required`` goes, which one host refuses without the other. A type
        that is null or missing is object, unless another keyword says what the schema is
        about. At any depth a ``required`` that is no list goes. A schema of another type stays:
        what was meant nobody knows. Nothing to do: the same object; twice is once.

    Complexity: O(size of the schema).

    Source: catalogue rules ``schema-root-not-object``, ``schema-no-arguments`` and
    ``schema-required-not-list``.

    Examples:
        >>> from ctxfn.messages import freeze
        >>> mend_parameters(freeze({"type": "object", "required": []})).thaw()
        {'type': 'object', 'properties': {}}
        >>> mend_parameters(freeze({"type": None})).thaw()
        {'type': 'object', 'properties': {}}
        >>> fine = freeze({"type": "object", "properties": {}})
        >>> mend_parameters(fine) is fine
        True
    """
    if parameters is None or not _is_wrong(parameters.shared()):
        return parameters
    fresh: Any = parameters.thaw()
    for schema in schemas_in(fresh):
        if _is_no_list(schema):
            del schema["required"]
    return own(_rooted(fresh))


def _is_wrong(root: object) -> bool:
    return isinstance(root, dict) and (
        (_is_object(root) and (_lacks_type(root) or _lacks_properties(root)))
        or any(map(_is_no_list, schemas_in(root)))
    )


def _rooted(root: dict[str, Any]) -> dict[str, Any]:
    """Give the outermost schema a type and properties, if it is one of an object."""
    if not _is_object(root):
        return root
    if _lacks_type(root):
        root = {**({} if "type" in root else {"type": None}), **root}
        root["type"] = "object"
    if _lacks_properties(root):
        root["properties"] = {}
        if not root.get("required"):
            root.pop("required", None)
    return root


def _is_object(root: dict[str, Any]) -> bool:
    if _lacks_type(root):
        return not any(key in root for key in _ABOUT)
    return bool(root["type"] == "object")


def _lacks_type(root: dict[str, Any]) -> bool:
    return root.get("type") is None


def _lacks_properties(root: dict[str, Any]) -> bool:
    return not isinstance(root.get("properties"), dict)


def _is_no_list(schema: dict[str, Any]) -> bool:
    """Say whether what is required is no list; older schemas say true or false of one property."""
    required = schema.get("required", [])
    return not isinstance(required, list | bool)
