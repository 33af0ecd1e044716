"""N706 reasoning-item-missing.

What it does:
    Finds answers that go by the id a server gave them, without the reasoning that led to them.
    It is judged for ``openai/responses-reasoning`` alone: where a model may answer without
    reasoning, the same items are right.

Why it is bad:
    "was provided without its required 'reasoning' item": the server remembers the two as a pair.
    Keeping only the messages of a conversation makes such histories.

Example:
    ``[{"role": "user", ...}, {"role": "assistant", "id": "msg_1", ...}]``

Use instead:
    The reasoning item in front of it, or no id.

Fix safety:
    Lossy: the id goes, the words stay.

Sources:
    openai/openai-dotnet#1050, openai/openai-python#3013.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from ctxfn.lint.item_faults import found_items
from ctxfn.lint.rule import Found, Rule
from ctxfn.lint.severities import if_items
from ctxfn.processors import mend_items
from ctxfn.wire import Conversation, Profile

__all__ = ["reasoning_item_missing"]


def _find(conversation: Conversation, profile: Profile) -> Iterator[Found]:
    return found_items(conversation, profile, "reasoning")


reasoning_item_missing: Final = Rule(
    code="N706",
    name="reasoning-item-missing",
    find=_find,
    severity=if_items,
    hint="Keep reasoning with its answer, or leave the id out.",
    fix=mend_items(),
    fix_safety="lossy",
)
