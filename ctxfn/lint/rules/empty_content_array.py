"""C302 empty-content-array.

What it does:
    Finds content that is a list without any part.

Why it is bad:
    The published schema wants one part at least; beside calls, content is null.

Example:
    ``{"role": "assistant", "content": [], "tool_calls": [...]}``

Use instead:
    ``{"role": "assistant", "content": null, "tool_calls": [...]}``

Fix safety:
    Safe: content is written as null beside calls, as empty text elsewhere.

Sources:
    strands-agents/harness-sdk#1562, n8n-io/n8n#36774.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from ctxfn.lint.rule import Found, Rule, Severity
from ctxfn.messages import is_flat
from ctxfn.processors import rewrite_empty
from ctxfn.wire import Conversation, Profile, empty_lists_in, only_words_and_calls

__all__ = ["empty_content_array"]


def _find(conversation: Conversation, profile: Profile) -> Iterator[Found]:
    for index, message in enumerate(conversation.messages):
        beside = profile.empty_array_beside_calls and bool(getattr(message, "calls", ()))
        if not beside and "content" in empty_lists_in(message) and is_flat(message):
            yield Found(index, "an empty list", "parts, a text, or null beside calls", ("content",))


def _severity(profile: Profile) -> Severity | None:
    return None if profile.empty_content_array else "error"


empty_content_array: Final = Rule(
    code="C302",
    name="empty-content-array",
    find=_find,
    severity=_severity,
    hint="Write null, or a text.",
    fix=rewrite_empty(),
    fix_safety="safe",
    unless=only_words_and_calls,
)
