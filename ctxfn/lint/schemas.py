"""The schemas in the declarations of a request."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple, TypeAlias

from ctxfn.lint.rule import Path, Severity
from ctxfn.wire import Conversation, Profile, writes_parameters

__all__ = [
    "Schema",
    "if_items_needed",
    "if_json_schema",
    "inner_schemas",
    "outer_schemas",
    "spoken_as_gemini",
]

_Object: TypeAlias = dict[str, object]

#: Keys of a schema whose value holds schemas by name, and those whose value is one, or a list.
_BY_NAME = ("properties", "$defs", "definitions")
_INSIDE = ("items", "anyOf", "oneOf", "allOf", "additionalProperties")


class Schema(NamedTuple):
    """One schema, and where in the request it stands."""

    path: Path
    value: _Object


def if_json_schema(profile: Profile) -> Severity | None:
    """An error where parameters are JSON Schema; a subset of it has rules of its own."""
    return None if profile.schema_subset == "gemini" else "error"


def if_items_needed(profile: Profile) -> Severity | None:
    """An error in OpenAI's format and in Gemini's; Anthropic takes lists of anything."""
    return None if profile.schema_subset == "json_schema" else "error"


def spoken_as_gemini(conversation: Conversation, schema: Schema) -> bool:
    """Say whether *schema* is to be in the words of Gemini's ``parameters``.

    Complexity: O(1).
    """
    number = schema.path[1]
    tools = conversation.tools or ()
    return isinstance(number, int) and writes_parameters(tools[number])


def outer_schemas(conversation: Conversation) -> Iterator[Schema]:
    """Yield the parameters of each function that is declared with some.

    Complexity: O(tools).
    """
    for number, tool in enumerate(conversation.tools or ()):
        value = None if tool.parameters is None else tool.parameters.shared()
        if tool.kind == "function" and isinstance(value, dict):
            yield Schema(("tools", number, "parameters"), value)


def inner_schemas(conversation: Conversation) -> Iterator[Schema]:
    """Yield every schema in the declared parameters, the outer before what is in it.

    Complexity: O(size of the schemas).
    """
    for outer in outer_schemas(conversation):
        waiting = [outer]
        while waiting:
            one = waiting.pop()
            yield one
            waiting += reversed(list(_in(one)))


def _in(schema: Schema) -> Iterator[Schema]:
    for key in _BY_NAME:
        named = schema.value.get(key)
        for name, value in named.items() if isinstance(named, dict) else ():
            if isinstance(value, dict):
                yield Schema((*schema.path, key, name), value)
    for key in _INSIDE:
        value = schema.value.get(key)
        if isinstance(value, dict):
            yield Schema((*schema.path, key), value)
        for number, each in enumerate(value if isinstance(value, list) else ()):
            if isinstance(each, dict):
                yield Schema((*schema.path, key, number), each)
