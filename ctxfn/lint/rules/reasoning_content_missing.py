"""N710 reasoning-content-missing.

What it does:
    Finds answers with calls that lack the key for their thoughts, where the target wants it back.

Why it is bad:
    A model that thinks between calls goes on from its thoughts. Without the key the request is
    refused, for good: the answer stays in the history.

Example:
    ``chat(user("hi"), assistant("", call("c1")), tool_result("c1", "42"))``

Use instead:
    ``chat(user("hi"), assistant(Reasoning("Look."), "", call("c1")), tool_result("c1", "42"))``

Fix safety:
    Safe: thoughts that are not known are an empty text; none are made up.

Sources:
    deepseek-ai/DeepSeek-V3#1053, earendil-works/pi#3636, syt2/paper-chat-for-zotero#16.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from ctxfn.lint.rule import Found, Rule, Severity
from ctxfn.messages import Assistant
from ctxfn.processors import fit_thoughts
from ctxfn.wire import Conversation, Profile, lacks_thoughts

__all__ = ["reasoning_content_missing"]


def _find(conversation: Conversation, profile: Profile) -> Iterator[Found]:
    for index, message in enumerate(conversation.messages):
        if isinstance(message, Assistant) and message.calls and lacks_thoughts(message):
            path = ("reasoning_content",)
            yield Found(index, "calls without their thoughts", "a text, if an empty one", path)


def _severity(profile: Profile) -> Severity | None:
    return "error" if profile.reasoning == "required_with_calls" else None


reasoning_content_missing: Final = Rule(
    code="N710",
    name="reasoning-content-missing",
    find=_find,
    severity=_severity,
    hint="Store thoughts with the answer, and send them back.",
    fix=fit_thoughts(rule="required_with_calls"),
    fix_safety="safe",
)
