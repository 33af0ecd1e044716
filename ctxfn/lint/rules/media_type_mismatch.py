"""M506 media-type-mismatch.

What it does:
    Finds pictures and documents whose first bytes are of another type than they say.

Why it is bad:
    Some APIs look at the bytes and refuse the request. The type often comes from a file's name.

Example:
    ``user(Image(data="/9j/4AAQ", media_type="image/png"))``

Use instead:
    ``user(Image(data="/9j/4AAQ", media_type="image/jpeg"))``

Fix safety:
    Safe: the type becomes what the bytes are.

Sources:
    The file formats' own signatures; a warning, since no refusal is on record here.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from ctxfn.lint.rule import Found, Rule
from ctxfn.lint.severities import always_warning
from ctxfn.messages import Assistant, System, ToolResult, User, unusual
from ctxfn.processors import mend_media_types
from ctxfn.processors.legalize import misnamed_media
from ctxfn.wire import Conversation, Profile, only_words_and_calls

__all__ = ["media_type_mismatch"]


def _find(conversation: Conversation, profile: Profile) -> Iterator[Found]:
    messages = conversation.messages
    for index in unusual(messages):
        node = messages[index]
        if isinstance(node, System | User | Assistant | ToolResult):
            for number, kind in misnamed_media(node):
                yield Found(index, "bytes of another type", f"the type {kind}", ("content", number))


media_type_mismatch: Final = Rule(
    code="M506",
    name="media-type-mismatch",
    find=_find,
    severity=always_warning,
    hint="Take the type from the bytes, not from the name.",
    fix=mend_media_types(),
    fix_safety="safe",
    unless=only_words_and_calls,
)
