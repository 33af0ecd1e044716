"""R204 last-turn-assistant.

What it does:
    Finds an answer that stands last, where the target wants the last word to be a person's or
    a tool's.

Why it is bad:
    Newer models do not go on with words put into their mouths, and the request is refused.

Example:
    ``chat(user("Sing."), assistant("La,"))``

Use instead:
    ``chat(user("Sing."), assistant("La,"), user("Continue."))``

Fix safety:
    Safe: a short user turn follows; the answer stays.

Sources:
    vybestack/llxprt-code#3695, crewAIInc/crewAI#6973, anomalyco/opencode#19115.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from ctxfn.lint.rule import Found, Rule, Severity
from ctxfn.messages import Assistant
from ctxfn.processors import end_with_user
from ctxfn.wire import Conversation, Profile, is_prefix

__all__ = ["last_turn_assistant"]


def _find(conversation: Conversation, profile: Profile) -> Iterator[Found]:
    messages = conversation.messages
    last = messages[-1] if messages else None
    if isinstance(last, Assistant) and not last.calls and not is_prefix(last, profile):
        yield Found(len(messages) - 1, "an answer", "a user turn or a result", ("role",))


def _severity(profile: Profile) -> Severity | None:
    return None if profile.last_turn_assistant else "error"


last_turn_assistant: Final = Rule(
    code="R204",
    name="last-turn-assistant",
    find=_find,
    severity=_severity,
    hint="End on a user turn; do not drop what the model said.",
    fix=end_with_user(),
    fix_safety="safe",
)
