"""X908 cache-on-empty-block.

What it does:
    Finds markers of the cache on empty texts, and on thoughts.

Why it is bad:
    "cache_control cannot be set for empty text blocks": the request is refused, and so is each
    after it, for the block is part of the history. Programs that mark the last block of a turn
    without a look at it make it.

Example:
    ``{"type": "text", "text": "", "cache_control": {"type": "ephemeral"}}``

Use instead:
    The marker on the block before, if it has a text.

Fix safety:
    Safe: the marker moves to the text before it, or goes; the prefix up to there is the same.

Sources:
    vercel/eve#2753, askalf/dario#1066.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from ctxfn.lint.mends.unmark_uncached import carries_marker, unmark_uncached
from ctxfn.lint.rule import Found, Rule, Severity
from ctxfn.messages import Assistant, Text, is_flat, unusual
from ctxfn.wire import Conversation, Profile, only_words_and_calls

__all__ = ["cache_on_empty_block"]


def _find(conversation: Conversation, profile: Profile) -> Iterator[Found]:
    messages = conversation.messages
    for index in unusual(messages):
        message = messages[index]
        if not is_flat(message):
            continue  # a card is for unknown-role to speak of
        for number, part in enumerate(message.parts):
            if isinstance(part, Text) and not part.text and carries_marker(part.extras):
                path = ("content", number, "cache_control")
                yield Found(index, "a marker on an empty text", "one on words", path)
        for number, one in enumerate(message.reasoning if isinstance(message, Assistant) else ()):
            if carries_marker(one.extras):
                path = ("reasoning", number, "cache_control")
                yield Found(index, "a marker on thoughts", "one on words", path)


def _severity(profile: Profile) -> Severity | None:
    return None if profile.cache_breakpoints is None else "error"


cache_on_empty_block: Final = Rule(
    code="X908",
    name="cache-on-empty-block",
    find=_find,
    severity=_severity,
    hint="Mark the last block that has words.",
    fix=unmark_uncached(),
    fix_safety="safe",
    unless=only_words_and_calls,
)
