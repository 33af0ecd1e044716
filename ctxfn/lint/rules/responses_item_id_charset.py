"""I407 responses-item-id-charset.

What it does:
    Finds ids of items with other characters than letters, digits and the underscore.

Why it is bad:
    The request is refused, though the error lists dashes as allowed. UUIDs put behind the right
    letters make such ids.

Example:
    ``{"role": "assistant", "id": "msg_1f-2e", "content": "Yes."}``

Use instead:
    ``{"role": "assistant", "content": "Yes."}``

Fix safety:
    Lossy: the id goes.

Sources:
    CopilotKit/CopilotKit#6117.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from ctxfn.lint.item_faults import found_items
from ctxfn.lint.rule import Found, Rule
from ctxfn.lint.severities import if_items
from ctxfn.processors import mend_items
from ctxfn.wire import Conversation, Profile

__all__ = ["responses_item_id_charset"]


def _find(conversation: Conversation, profile: Profile) -> Iterator[Found]:
    return found_items(conversation, profile, "charset")


responses_item_id_charset: Final = Rule(
    code="I407",
    name="responses-item-id-charset",
    find=_find,
    severity=if_items,
    hint="Leave the id out: items need none.",
    fix=mend_items(),
    fix_safety="lossy",
)
