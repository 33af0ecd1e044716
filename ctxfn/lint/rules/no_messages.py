"""R209 no-messages.

What it does:
    Finds requests without any message.

Why it is bad:
    There is nothing to answer, and the request is refused: the published schema wants one
    message at least, unless the server holds some. A cut that leaves nothing makes them.

Example:
    ``{"model": "gpt-4o", "messages": []}``

Use instead:
    ``{"model": "gpt-4o", "messages": [{"role": "user", "content": "Hello"}]}``

Fix safety:
    None: what should be said, only its author knows.

Sources:
    OpenAI's published interface description; run-llama/llama_index#11637.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from ctxfn.lint.rule import Found, Rule
from ctxfn.lint.severities import always_error
from ctxfn.wire import Conversation, Profile, server_state

__all__ = ["no_messages"]


def _find(conversation: Conversation, profile: Profile) -> Iterator[Found]:
    if not conversation.messages and not _is_held(conversation):
        yield Found(None, "no messages", "one message at least", ("messages",))


def _is_held(conversation: Conversation) -> bool:
    """Say whether a server has what is to be answered: what was said before, or a template."""
    settings = None if conversation.settings is None else conversation.settings.shared()
    prompted = isinstance(settings, dict) and bool(settings.get("prompt"))
    return prompted or server_state(conversation).earlier


no_messages: Final = Rule(
    code="R209",
    name="no-messages",
    find=_find,
    severity=always_error,
    hint="Send what a person said.",
    no_fix="Nobody but its author knows what should be said.",
)
