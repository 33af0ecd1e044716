"""C314 unknown-message-key.

What it does:
    Finds keys that the target does not permit: in messages, parts, calls, thoughts and items,
    states that are none, and answers to go on with that are not the last.

Why it is bad:
    The request is refused, by some with status 422. What a store or another provider adds to a
    message comes in this way, ``reasoning_content`` above all.

Example:
    ``{"role": "assistant", "content": "Hello.", "reasoning_content": "A greeting."}``

Use instead:
    ``{"role": "assistant", "content": "Hello."}``

Fix safety:
    Lossy: keys of items go. Where the target has a closed list of keys instead, `repair` leaves
    them out, and what a field holds is said where the target has a word for it.

Sources:
    OpenMinis/OpenMinis#87, BerriAI/litellm#30835, nomtek/mistralai_client_dart#44.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from ctxfn.lint.item_faults import found_items
from ctxfn.lint.rule import Found, Rule, Severity
from ctxfn.lint.severities import if_items
from ctxfn.processors import mend_items
from ctxfn.wire import Conversation, Profile, surplus_keys

__all__ = ["unknown_message_key"]


def _find(conversation: Conversation, profile: Profile) -> Iterator[Found]:
    if profile.permitted_keys is None:
        yield from found_items(conversation, profile, "keys")
        return
    last = len(conversation.messages) - 1
    for index, message in enumerate(conversation.messages):
        for key in surplus_keys(message, profile, last=index == last):
            yield Found(index, f"the key {key}", "keys that the target permits", (key,))


def _severity(profile: Profile) -> Severity | None:
    return "error" if profile.permitted_keys is not None else if_items(profile)


unknown_message_key: Final = Rule(
    code="C314",
    name="unknown-message-key",
    find=_find,
    severity=_severity,
    hint="Send what the target's reference names, and nothing beside it.",
    fix=mend_items(),
    fix_safety="lossy",
)
