"""R208 unknown-role.

What it does:
    Finds messages under a role the target does not know, cards of a stored tree among them.

Why it is bad:
    Every API refuses the request; dialects say ai, human, model or function for the same
    things.

Example:
    ``chat(Unknown("ai", (Text("hello"),)))``

Use instead:
    ``chat(assistant("hello"))``

Fix safety:
    Lossy: the words stay, what only the card held is noted.

Sources:
    langgenius/dify#9294.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from ctxfn.lint.rule import Found, Rule, Severity
from ctxfn.messages import Unknown, is_flat, unusual
from ctxfn.processors import strip_fields
from ctxfn.wire import Conversation, Profile, only_words_and_calls

__all__ = ["unknown_role"]


def _find(conversation: Conversation, profile: Profile) -> Iterator[Found]:
    messages = conversation.messages
    for index in unusual(messages):
        message = messages[index]
        if not is_flat(message):
            known = ", ".join(profile.roles)
            what = (
                "the role" if isinstance(message, Unknown) else "a card of a chat UI with the role"
            )
            yield Found(index, f"{what} {message.role!r}", f"one of: {known}", ("role",))


def _severity(profile: Profile) -> Severity | None:
    return "error"


unknown_role: Final = Rule(
    code="R208",
    name="unknown-role",
    find=_find,
    severity=_severity,
    hint="Map it to a role the target has; repair and assemble take cards of a UI apart.",
    fix=strip_fields(),
    fix_safety="lossy",
    unless=only_words_and_calls,
)
