"""S605 schema-unsupported-keyword.

What it does:
    Finds words of JSON Schema in ``parameters`` for Gemini that the format does not have:
    ``$schema``, ``additionalProperties``, ``const``, ``$ref``, lists of types, and the like.

Why it is bad:
    ``parameters`` is a part of OpenAPI's schema: the request is refused with "Unknown name". Under
    ``parametersJsonSchema`` all of JSON Schema is taken.

Example:
    ``{"parameters": {"type": "object", "properties": {"mode": {"const": "a"}}}}``

Use instead:
    ``{"parameters": {"type": "object", "properties": {"mode": {"type": "string", "enum": ["a"]}}}}``

Fix safety:
    None as a step; repair says it in the words there are, and tells what it left out.

Sources:
    router-for-me/CLIProxyAPI#97, vercel/ai#19000, DEEIX-AI/DEEIX-Chat#546,
    danny-avila/LibreChat#6971.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from ctxfn.lint.rule import Found, Rule, Severity
from ctxfn.lint.schemas import inner_schemas, spoken_as_gemini
from ctxfn.wire import Conversation, Profile, words_foreign_to_gemini

__all__ = ["schema_unsupported_keyword"]


def _find(conversation: Conversation, profile: Profile) -> Iterator[Found]:
    for one in inner_schemas(conversation):
        if spoken_as_gemini(conversation, one):
            for word in words_foreign_to_gemini(one.value):
                yield Found(None, f"the word {word!r}", "words of the format", (*one.path, word))


def _severity(profile: Profile) -> Severity | None:
    return "error" if profile.schema_subset == "gemini" else None


schema_unsupported_keyword: Final = Rule(
    code="S605",
    name="schema-unsupported-keyword",
    find=_find,
    severity=_severity,
    hint="Say it in the words there are, or under parametersJsonSchema.",
    no_fix="A step sees messages alone; repair says it in the words there are.",
)
