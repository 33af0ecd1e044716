"""R202 no-user-message.

What it does:
    Finds conversations of system messages alone, where the target has a field for their text
    and wants a message besides.

Why it is bad:
    The list of messages would be empty, and the request is refused.

Example:
    ``chat(system("Greet the user."))``

Use instead:
    ``chat(system("Greet the user."), user("Begin."))``

Fix safety:
    Safe: a short user message follows; the system text stays.

Sources:
    langchain-ai/langchain#30764, braintrustdata/braintrust-proxy#250.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from ctxfn.lint.rule import Found, Rule, Severity
from ctxfn.messages import System
from ctxfn.processors import end_with_user
from ctxfn.wire import Conversation, Profile

__all__ = ["no_user_message"]


def _find(conversation: Conversation, profile: Profile) -> Iterator[Found]:
    messages = conversation.messages
    if len(messages) and all(isinstance(message, System) for message in messages):
        yield Found(None, "system messages alone", "a message that is no system message")


def _severity(profile: Profile) -> Severity | None:
    return None if profile.lone_system else "error"


no_user_message: Final = Rule(
    code="R202",
    name="no-user-message",
    find=_find,
    severity=_severity,
    hint="Add a first user turn.",
    fix=end_with_user(),
    fix_safety="safe",
)
