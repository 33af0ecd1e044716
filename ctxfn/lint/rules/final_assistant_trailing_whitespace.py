"""C311 final-assistant-trailing-whitespace.

What it does:
    Finds white space at the end of an answer that stands last, where the target refuses it.

Why it is bad:
    "final assistant content cannot end with trailing whitespace". Only there does it matter.

Example:
    ``chat(user("Go on."), assistant("Once upon a time "))``

Use instead:
    ``chat(user("Go on."), assistant("Once upon a time"))``

Fix safety:
    Safe: the white space goes.

Sources:
    langchain-ai/langchain-google#1733, aaif-goose/goose#5967, langchain-ai/langchain#35072.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from ctxfn.lint.rule import Found, Rule, Severity
from ctxfn.messages import Assistant, Text
from ctxfn.processors import trim_last_answer
from ctxfn.wire import Conversation, Profile

__all__ = ["final_assistant_trailing_whitespace"]


def _find(conversation: Conversation, profile: Profile) -> Iterator[Found]:
    messages = conversation.messages
    last = messages[-1] if messages else None
    if not isinstance(last, Assistant) or last.calls or not last.parts:
        return
    end = last.parts[-1]
    if isinstance(end, Text) and end.text != end.text.rstrip():
        path = ("content", len(last.parts) - 1)
        yield Found(len(messages) - 1, "white space at the end", "the last word", path)


def _severity(profile: Profile) -> Severity | None:
    return None if profile.trailing_space else "error"


final_assistant_trailing_whitespace: Final = Rule(
    code="C311",
    name="final-assistant-trailing-whitespace",
    find=_find,
    severity=_severity,
    hint="Trim the end of what the model is to go on with.",
    fix=trim_last_answer(),
    fix_safety="safe",
)
