"""C306 invalid-unicode.

What it does:
    Finds lone surrogates in texts and arguments: halves of a character.

Why it is bad:
    No UTF-8 can hold them, so the whole body is refused. Cutting text between the halves
    makes them.

Example:
    ``chat(user("cut \\ud83d"))``

Use instead:
    Cut texts between characters.

Fix safety:
    Safe: U+FFFD stands in their place.

Sources:
    anthropics/claude-code#4503, coder/coder#26637.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from ctxfn.lint.rule import Found, Rule, Severity
from ctxfn.messages import is_flat
from ctxfn.processors import mend_unicode
from ctxfn.wire import Conversation, Profile

__all__ = ["invalid_unicode"]


def _find(conversation: Conversation, profile: Profile) -> Iterator[Found]:
    for index, message in enumerate(conversation.messages):
        mended: object = mend_unicode.function(message) if is_flat(message) else message
        if mended is not message:
            yield Found(
                index, "half of a character (a lone surrogate)", "whole characters", ("content",)
            )


def _severity(profile: Profile) -> Severity | None:
    return "error"


invalid_unicode: Final = Rule(
    code="C306",
    name="invalid-unicode",
    find=_find,
    severity=_severity,
    hint="Cut texts between characters.",
    fix=mend_unicode(),
    fix_safety="safe",
)
