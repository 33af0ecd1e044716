"""N708 reasoning-item-summary.

What it does:
    Finds reasoning without a summary, or with one that is null.

Why it is bad:
    The schema requires the list even when it is empty. Clean-up that removes empty fields takes
    it away.

Example:
    ``{"type": "reasoning", "id": "rs_1", "encrypted_content": "..."}``

Use instead:
    ``{"type": "reasoning", "id": "rs_1", "encrypted_content": "...", "summary": []}``

Fix safety:
    Safe: an empty list is written.

Sources:
    newo-ether/Agora#141, am17an/llama.cpp#50.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from ctxfn.lint.item_faults import found_items
from ctxfn.lint.rule import Found, Rule
from ctxfn.lint.severities import if_items
from ctxfn.processors import mend_items
from ctxfn.wire import Conversation, Profile

__all__ = ["reasoning_item_summary"]


def _find(conversation: Conversation, profile: Profile) -> Iterator[Found]:
    return found_items(conversation, profile, "summary")


reasoning_item_summary: Final = Rule(
    code="N708",
    name="reasoning-item-summary",
    find=_find,
    severity=if_items,
    hint="Write an empty list where there is none.",
    fix=mend_items(),
    fix_safety="safe",
)
