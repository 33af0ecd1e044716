"""C310 empty-text-block.

What it does:
    Finds texts that are empty or white space, and messages that hold nothing, where the target
    refuses them.

Why it is bad:
    "text content blocks must be non-empty": the same history is refused for good. The API
    itself gives such blocks, and stores keep them. White space alone has been accepted by some
    models, so that is a warning.

Example:
    ``chat(user("hi"), assistant("", call("c1")))``

Use instead:
    ``chat(user("hi"), assistant(call("c1")))``

Fix safety:
    Lossy: the text goes, and a message that held nothing else.

Sources:
    anthropics/claude-code#62396, vercel/ai#5576, livekit/agents#1789,
    anthropics/anthropic-sdk-python#461.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from ctxfn.lint.rule import Found, Rule, Severity
from ctxfn.messages import System, Text, User, is_blank, is_flat
from ctxfn.processors import drop_blank_texts
from ctxfn.wire import Conversation, Profile, only_words_and_calls

__all__ = ["empty_text_block"]


def _find(conversation: Conversation, profile: Profile) -> Iterator[Found]:
    for index, message in enumerate(conversation.messages):
        if not is_flat(message):
            continue  # a card is for unknown-role to speak of
        if not message.parts and isinstance(message, User | System) and not message.blocks:
            yield Found(index, f"a {message.role} message of nothing", "words", ("content",))
        for number, part in enumerate(message.parts):
            if isinstance(part, Text) and is_blank(part.text) and part.signature is None:
                blank: Severity | None = "warning" if part.text else None
                found = "a text of white space" if part.text else "an empty text"
                yield Found(index, found, "words", ("content", number), blank)


def _severity(profile: Profile) -> Severity | None:
    return None if profile.empty_text else "error"


empty_text_block: Final = Rule(
    code="C310",
    name="empty-text-block",
    find=_find,
    severity=_severity,
    hint="Leave the text out, and the message if it holds nothing else.",
    fix=drop_blank_texts(),
    fix_safety="lossy",
    unless=only_words_and_calls,
)
