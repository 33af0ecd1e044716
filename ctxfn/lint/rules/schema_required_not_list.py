"""S602 schema-required-not-list.

What it does:
    Finds schemas whose ``required`` is no list of texts.

Why it is bad:
    The request is refused. Generators write null where nothing is required.

Example:
    ``{"type": "object", "properties": {}, "required": null}``

Use instead:
    ``{"type": "object", "properties": {}}``

Fix safety:
    None as a step; repair mends declarations.

Sources:
    NousResearch/hermes-agent#66964, earendil-works/pi#5615.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from ctxfn.errors import shown
from ctxfn.lint.rule import Found, Rule
from ctxfn.lint.schemas import if_json_schema, inner_schemas
from ctxfn.wire import Conversation, Profile

__all__ = ["schema_required_not_list"]


def _find(conversation: Conversation, profile: Profile) -> Iterator[Found]:
    for one in inner_schemas(conversation):
        required = one.value.get("required", [])
        if isinstance(required, bool):
            continue  # what older schemas say of one property, and nobody minds
        names = required if isinstance(required, list) else (None,)
        if not all(isinstance(name, str) for name in names):
            yield Found(None, f"required: {shown(required)}", "a list of names", one.path)


schema_required_not_list: Final = Rule(
    code="S602",
    name="schema-required-not-list",
    find=_find,
    severity=if_json_schema,
    hint="List the names of what is required, or leave the key out.",
    no_fix="A step sees messages alone; repair mends declarations.",
)
