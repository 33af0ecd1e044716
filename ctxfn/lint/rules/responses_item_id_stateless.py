"""I408 responses-item-id-stateless.

What it does:
    Finds ids of items where the server is told to store nothing.

Why it is bad:
    "Item not found. Items are not persisted when store is set to false": the server looks for
    what the id names. Reasoning is kept by its seal instead, and was accepted with its id.

Example:
    ``{"store": False, "input": [{"type": "function_call", "id": "fc_1", ...}]}``

Use instead:
    ``{"store": False, "input": [{"type": "function_call", ...}]}``

Fix safety:
    Lossy: ids go, and reasoning without a seal with them, for nothing is left of it.

Sources:
    NousResearch/hermes-agent#10217, langchain-ai/langchain#38372, openclaw/openclaw#84904.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from ctxfn.lint.item_faults import found_items
from ctxfn.lint.rule import Found, Rule
from ctxfn.lint.severities import if_items
from ctxfn.processors import mend_items
from ctxfn.wire import Conversation, Profile

__all__ = ["responses_item_id_stateless"]


def _find(conversation: Conversation, profile: Profile) -> Iterator[Found]:
    return found_items(conversation, profile, "stateless")


responses_item_id_stateless: Final = Rule(
    code="I408",
    name="responses-item-id-stateless",
    find=_find,
    severity=if_items,
    hint="Leave ids out, and ask for reasoning.encrypted_content.",
    fix=mend_items(),
    fix_safety="lossy",
)
