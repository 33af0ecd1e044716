"""N707 reasoning-item-adjacency.

What it does:
    Finds answers whose words stand behind their calls while reasoning stands in front, and, for
    servers that want calls together, anything between the calls of an answer.

Why it is bad:
    The server looks for each item's reasoning right before it, and other servers for a
    result right behind the calls: "No tool output found for tool call".

Example:
    ``[reasoning, function_call, message, function_call_output]``

Use instead:
    ``[reasoning, message, function_call, function_call_output]``

Fix safety:
    Safe: words, calls and results stay as they are.

Sources:
    continuedev/continue#11994; a recorded refusal.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from ctxfn.lint.item_faults import found_items
from ctxfn.lint.rule import Found, Rule
from ctxfn.lint.severities import if_items
from ctxfn.processors import mend_items
from ctxfn.wire import Conversation, Profile

__all__ = ["reasoning_item_adjacency"]


def _find(conversation: Conversation, profile: Profile) -> Iterator[Found]:
    return found_items(conversation, profile, "order")


reasoning_item_adjacency: Final = Rule(
    code="N707",
    name="reasoning-item-adjacency",
    find=_find,
    severity=if_items,
    hint="Write reasoning, then words, then calls.",
    fix=mend_items(),
    fix_safety="safe",
)
