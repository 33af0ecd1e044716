"""S603 schema-array-without-items.

What it does:
    Finds schemas of lists that do not say of what.

Why it is bad:
    The request is refused for all its tools. Generators leave it out for lists of anything.

Example:
    ``{"type": "array"}``

Use instead:
    ``{"type": "array", "items": {"type": "string"}}``

Fix safety:
    None: what the list is of, only its author knows.

Sources:
    catatafishen/agentbridge#424.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from ctxfn.lint.rule import Found, Rule
from ctxfn.lint.schemas import if_items_needed, inner_schemas
from ctxfn.wire import Conversation, Profile

__all__ = ["schema_array_without_items"]


def _find(conversation: Conversation, profile: Profile) -> Iterator[Found]:
    for one in inner_schemas(conversation):
        if one.value.get("type") == "array" and not {"items", "prefixItems"} & one.value.keys():
            yield Found(None, "a list of nobody knows what", "items", one.path)


schema_array_without_items: Final = Rule(
    code="S603",
    name="schema-array-without-items",
    find=_find,
    severity=if_items_needed,
    hint="Say what the list is of.",
    no_fix="What the list is of, only its author knows.",
)
