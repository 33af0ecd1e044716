"""C312 unknown-message-key.

What it does:
    Finds keys that the target's closed schema does not permit, in messages, parts, calls and
    thoughts, and answers to go on with that are not the last.

Why it is bad:
    The request is refused with status 422. What a store or another provider adds to a message
    comes in this way, ``reasoning_content`` above all.

Example:
    ``{"role": "assistant", "content": "Hello.", "reasoning_content": "A greeting."}``

Use instead:
    ``{"role": "assistant", "content": "Hello."}``

Fix safety:
    `repair` leaves them out; what a field holds is said where the target has a word for it.

Sources:
    OpenMinis/OpenMinis#87, BerriAI/litellm#30835, nomtek/mistralai_client_dart#44.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from ctxfn.lint.rule import Found, Rule, Severity
from ctxfn.wire import Conversation, Profile, surplus_keys

__all__ = ["unknown_message_key"]


def _find(conversation: Conversation, profile: Profile) -> Iterator[Found]:
    last = len(conversation.messages) - 1
    for index, message in enumerate(conversation.messages):
        for key in surplus_keys(message, profile, last=index == last):
            yield Found(index, f"the key {key}", "keys that the target permits", (key,))


def _severity(profile: Profile) -> Severity | None:
    return "error" if profile.permitted_keys is not None else None


unknown_message_key: Final = Rule(
    code="C312",
    name="unknown-message-key",
    find=_find,
    severity=_severity,
    hint="Send what the target's reference names, and nothing beside it.",
    no_fix="What may stay depends on the target, which steps do not know; repair does it.",
)
