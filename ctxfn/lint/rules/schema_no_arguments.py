"""S604 schema-no-arguments.

What it does:
    Finds parameters of a tool that takes nothing, said so that the target refuses them: an object
    with something required and no ``properties``, or, for Gemini, an object of no properties.

Why it is bad:
    "object schema missing properties", "should be non-empty for OBJECT type": hosts disagree on
    how to say nothing. Gemini's own API has been seen to take an object of no properties, so that
    is a warning.

Example:
    ``{"parameters": {"type": "object", "required": []}}``

Use instead:
    ``{"parameters": {"type": "object", "properties": {}}}``; for Gemini no ``parameters``

Fix safety:
    None as a step; writing says it as the target wants it.

Sources:
    livekit/agents#5082, containers/kubernetes-mcp-server#340, dust-tt/dust#12905.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from ctxfn.lint.rule import Found, Rule, Severity
from ctxfn.lint.schemas import outer_schemas, spoken_as_gemini
from ctxfn.wire import Conversation, Profile

__all__ = ["schema_no_arguments"]


def _find(conversation: Conversation, profile: Profile) -> Iterator[Found]:
    for one in outer_schemas(conversation):
        if one.value.get("type") not in ("object", "OBJECT"):
            continue
        if profile.schema_subset == "gemini":
            if spoken_as_gemini(conversation, one) and not one.value.get("properties"):
                yield Found(None, "no properties", "no parameters at all", one.path, "warning")
        elif "required" in one.value and "properties" not in one.value:
            yield Found(None, "what is required, of no properties", "properties", one.path)


def _severity(profile: Profile) -> Severity | None:
    return "error"


schema_no_arguments: Final = Rule(
    code="S604",
    name="schema-no-arguments",
    find=_find,
    severity=_severity,
    hint="Say nothing as the target says it.",
    no_fix="A step sees messages alone; repair says it as the target wants it.",
)
