"""N702 thinking-block-missing.

What it does:
    Finds requests that have thinking on while the answer whose calls have just been answered
    does not begin with the thoughts it was made with.

Why it is bad:
    "Expected `thinking` or `redacted_thinking`, but found `tool_use`". The thoughts cannot be
    made up; the request can be sent with thinking off.

Example:
    ``{"thinking": {"type": "enabled", ...}, "messages": [..., a call, its result]}``

Use instead:
    The same without ``thinking``, until a person speaks.

Fix safety:
    None as a step: it is a setting of the request, which repair of a body leaves out.

Sources:
    anomalyco/opencode#3077, Kilo-Org/kilocode#5219, sigoden/aichat#1233.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from ctxfn.lint.rule import Found, Rule, Severity
from ctxfn.wire import Conversation, Profile, answer_without_thoughts, thinks

__all__ = ["thinking_block_missing"]


def _find(conversation: Conversation, profile: Profile) -> Iterator[Found]:
    index = answer_without_thoughts(conversation.messages)
    if index is not None and thinks(conversation.settings):
        yield Found(index, "a call without thoughts", "the thoughts it came with", ("content",))


def _severity(profile: Profile) -> Severity | None:
    return "error" if profile.reasoning == "signed" else None


thinking_block_missing: Final = Rule(
    code="N702",
    name="thinking-block-missing",
    find=_find,
    severity=_severity,
    hint="Send the thoughts back with the call, or turn thinking off for this request.",
    no_fix="It is about a setting; repair leaves the setting out.",
)
