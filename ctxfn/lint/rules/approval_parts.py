"""T116 approval-parts.

What it does:
    Finds what a client library keeps of whether a person allowed a call.

Why it is bad:
    No API has such parts: the request is refused, or a call counts as unanswered.

Example:
    ``user(Opaque("anthropic", freeze({"type": "tool_approval_response", "approved": True})))``

Use instead:
    The result of the call; of a call that was declined, a result that says so.

Fix safety:
    Safe: the decision goes, what came of it stays. A call that was declined and has no result
    is answered.

Sources:
    vercel/ai#9968, openai/openai-agents-js#1115.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from ctxfn.lint.rule import Found, Rule
from ctxfn.lint.severities import always_error
from ctxfn.messages import unusual
from ctxfn.processors import drop_approvals
from ctxfn.processors.legalize import parts_on_approval
from ctxfn.wire import Conversation, Profile, only_words_and_calls

__all__ = ["approval_parts"]


def _find(conversation: Conversation, profile: Profile) -> Iterator[Found]:
    messages = conversation.messages
    for index in unusual(messages):
        for number in parts_on_approval(messages[index]):
            path = ("content", number)
            yield Found(index, "a part on whether a call was allowed", "no such part", path)


approval_parts: Final = Rule(
    code="T116",
    name="approval-parts",
    find=_find,
    severity=always_error,
    hint="Leave it in the store.",
    fix=drop_approvals(),
    fix_safety="safe",
    unless=only_words_and_calls,
)
