"""S601 schema-root-not-object.

What it does:
    Finds parameters of a tool whose outermost schema is not of the type ``object``, or that are
    no schema at all.

Why it is bad:
    The request is refused for all its tools: arguments are an object, and their schema is to
    say so. Generators leave the type out where a tool takes nothing.

Example:
    ``{"parameters": {"properties": {"city": {"type": "string"}}}}``

Use instead:
    ``{"parameters": {"type": "object", "properties": {"city": {"type": "string"}}}}``

Fix safety:
    None as a step; repair adds a type that is missing.

Sources:
    farion1231/cc-switch#5490, alibaba/spring-ai-alibaba#4576.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from ctxfn.lint.rule import Found, Rule
from ctxfn.lint.schemas import if_json_schema, outer_schemas
from ctxfn.wire import Conversation, Profile

__all__ = ["schema_root_not_object"]


def _find(conversation: Conversation, profile: Profile) -> Iterator[Found]:
    for one in outer_schemas(conversation):
        if one.value.get("type") != "object":
            yield Found(
                None,
                f"parameters of the type {one.value.get('type')!r}",
                "the type 'object'",
                one.path,
            )
    for number, tool in enumerate(conversation.tools or ()):
        value = None if tool.parameters is None else tool.parameters.shared()
        if tool.kind == "function" and value is not None and not isinstance(value, dict):
            path = ("tools", number, "parameters")
            yield Found(None, "parameters that are no schema", "the type 'object'", path)


schema_root_not_object: Final = Rule(
    code="S601",
    name="schema-root-not-object",
    find=_find,
    severity=if_json_schema,
    hint="Say that parameters are an object.",
    no_fix="A step sees messages alone; repair adds a type that is missing.",
)
