"""I411 message-name-unsupported.

What it does:
    Finds names of speakers where the target has no field for them.

Why it is bad:
    The key is refused, or ignored: then nobody can tell who said what.

Example:
    ``user("hi", name="ann")``

Use instead:
    The name in the words.

Fix safety:
    Lossy: the name stands before the words, as text.

Sources:
    microsoft/autogen#5401, microsoft/autogen#2635.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from ctxfn.lint.rule import Found, Rule, Severity
from ctxfn.messages import Assistant, System, User
from ctxfn.processors import names_as_text
from ctxfn.wire import Conversation, Profile, only_words_and_calls

__all__ = ["message_name_unsupported"]


def _find(conversation: Conversation, profile: Profile) -> Iterator[Found]:
    for index, message in enumerate(conversation.messages):
        if isinstance(message, System | User | Assistant) and message.name is not None:
            yield Found(index, f"the name {message.name!r}", "no name", ("name",))


def _severity(profile: Profile) -> Severity | None:
    return None if profile.name_field else "warning"


message_name_unsupported: Final = Rule(
    code="I411",
    name="message-name-unsupported",
    find=_find,
    severity=_severity,
    hint="Say in the words who speaks.",
    fix=names_as_text(),
    fix_safety="lossy",
    unless=only_words_and_calls,
)
