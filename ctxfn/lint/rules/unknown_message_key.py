"""C313 unknown-message-key.

What it does:
    Finds keys of items that the format does not have, and states that are none.

Why it is bad:
    "Unknown parameter: 'input[0].ts'": what a store or another library keeps beside a message is
    refused.

Example:
    ``{"role": "user", "content": "hi", "ts": 1700000000}``

Use instead:
    ``{"role": "user", "content": "hi"}``

Fix safety:
    Lossy: the keys go.

Sources:
    OpenMinis/OpenMinis#87.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from ctxfn.lint.item_faults import found_items
from ctxfn.lint.rule import Found, Rule
from ctxfn.lint.severities import if_items
from ctxfn.processors import mend_items
from ctxfn.wire import Conversation, Profile

__all__ = ["unknown_message_key"]


def _find(conversation: Conversation, profile: Profile) -> Iterator[Found]:
    return found_items(conversation, profile, "keys")


unknown_message_key: Final = Rule(
    code="C313",
    name="unknown-message-key",
    find=_find,
    severity=if_items,
    hint="Send what the format has keys for.",
    fix=mend_items(),
    fix_safety="lossy",
)
