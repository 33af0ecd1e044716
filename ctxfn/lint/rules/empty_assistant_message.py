"""C301 empty-assistant-message.

What it does:
    Finds assistant messages with neither words nor calls.

Why it is bad:
    They are what a failed or stopped generation leaves behind. Without any content an API
    refuses them: an error. With an empty text most take them, and the model reads an answer that
    never came: a warning, which `repair` leaves as it is, and an error for those that refuse it too.

Example:
    ``chat(user("hi"), assistant(""))``

Use instead:
    Leave the message out.

Fix safety:
    Lossy: the message is dropped.

Sources:
    solbrowse/extension#16, langchain-ai/langchain-google#874, cubist38/mlx-openai-server#205.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from ctxfn.lint.rule import Found, Rule, Severity
from ctxfn.messages import Assistant, has_content
from ctxfn.processors import drop_empty
from ctxfn.wire import Conversation, Profile, is_empty_text, only_words_and_calls

__all__ = ["empty_assistant_message"]


def _find(conversation: Conversation, profile: Profile) -> Iterator[Found]:
    for index, message in enumerate(conversation.messages):
        if isinstance(message, Assistant) and not has_content(message):
            said = bool(message.parts) or is_empty_text(message)
            if not said and not profile.empty_parts:
                continue  # empty-parts speaks of it
            found = (
                "an assistant message of empty text" if said else "an assistant message of nothing"
            )
            mild = said and profile.empty_assistant != "needs_words"
            yield Found(index, found, "words or calls", ("content",), "warning" if mild else None)


def _severity(profile: Profile) -> Severity | None:
    return None if profile.empty_assistant == "allowed" else "error"


empty_assistant_message: Final = Rule(
    code="C301",
    name="empty-assistant-message",
    find=_find,
    severity=_severity,
    hint="Do not store an answer that never came.",
    fix=drop_empty(),
    fix_safety="lossy",
    unless=only_words_and_calls,
)
