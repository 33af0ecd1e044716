"""C312 empty-parts.

What it does:
    Finds messages that hold nothing at all, not even an empty text, where the target wants one
    part at least.

Why it is bad:
    "must include at least one parts field": the same history is refused for good. A result
    without words is no such message: that a tool answered is its part.

Example:
    ``chat(user("hi"), assistant(), user("still there?"))``

Use instead:
    ``chat(user("hi", "still there?"))``

Fix safety:
    Lossy: the message is dropped, and the neighbours it kept apart become one.

Sources:
    agno-agi/agno#6644, google-gemini/gemini-cli#7769, google/adk-python#2216.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from ctxfn.lint.rule import Found, Rule, Severity
from ctxfn.processors import drop_empty_contents
from ctxfn.processors.legalize import has_no_part
from ctxfn.wire import Conversation, Profile

__all__ = ["empty_parts"]


def _find(conversation: Conversation, profile: Profile) -> Iterator[Found]:
    for index, message in enumerate(conversation.messages):
        if has_no_part(message):
            yield Found(index, f"a {message.role} message of nothing", "one part", ("content",))


def _severity(profile: Profile) -> Severity | None:
    return None if profile.empty_parts else "error"


empty_parts: Final = Rule(
    code="C312",
    name="empty-parts",
    find=_find,
    severity=_severity,
    hint="Do not store an answer that never came.",
    fix=drop_empty_contents(),
    fix_safety="lossy",
)
