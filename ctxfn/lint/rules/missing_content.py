"""C308 missing-content.

What it does:
    Finds messages of a person, a system or a tool whose content is null or not there, and
    answers that hold thoughts alone.

Why it is bad:
    The published schema requires content of all but answers with calls, and the request is
    refused. Stores write null where a tool gave nothing, or an upload came without words.

Example:
    ``{"role": "tool", "tool_call_id": "c1", "content": null}``

Use instead:
    ``{"role": "tool", "tool_call_id": "c1", "content": ""}``

Fix safety:
    Safe: content is written as empty text.

Sources:
    OpenAI's published interface description.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from ctxfn.lint.rule import Found, Rule
from ctxfn.lint.severities import always_error
from ctxfn.messages import Assistant, Node, has_content, is_flat
from ctxfn.pipeline import AnyStep
from ctxfn.processors import rewrite_empty
from ctxfn.wire import Conversation, Profile, content_lacking, only_words_and_calls

__all__ = ["missing_content"]

_FOUND: Final = {"null": "content that is null", "absent": "no content"}


def _find(conversation: Conversation, profile: Profile) -> Iterator[Found]:
    for index, message in enumerate(conversation.messages):
        lacking = content_lacking(message)
        asked = _must_speak(message) or (
            lacking == "absent" and profile.content_key_required and has_content(message)
        )
        if lacking is not None and is_flat(message) and asked:
            yield Found(index, _FOUND[lacking], "a text, if an empty one", ("content",))


def _must_speak(message: Node) -> bool:
    """An answer without words, calls or thoughts is for empty-assistant-message."""
    return not isinstance(message, Assistant) or bool(message.reasoning and not message.calls)


def _fix_for(profile: Profile) -> AnyStep:
    return rewrite_empty(key=profile.content_key_required)


missing_content: Final = Rule(
    code="C308",
    name="missing-content",
    find=_find,
    severity=always_error,
    hint="Write an empty text where nothing was said.",
    fix_for=_fix_for,
    fix_safety="safe",
    unless=only_words_and_calls,
)
