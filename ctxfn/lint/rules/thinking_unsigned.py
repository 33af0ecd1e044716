"""N701 thinking-unsigned.

What it does:
    Finds thoughts without the signature of the model that had them, where the target wants one.

Why it is bad:
    The request is refused. Thoughts of another provider, or of a store that kept their words
    alone, come in this way; a signature cannot be made up.

Example:
    ``chat(user("hi"), assistant(Reasoning("A greeting."), "Hello!"))``

Use instead:
    ``chat(user("hi"), assistant("Hello!"))``

Fix safety:
    Lossy: the thoughts go; they never become words.

Sources:
    code-yeongyu/oh-my-openagent#2775, vybestack/llxprt-code#2335, BerriAI/litellm#37953.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from ctxfn.lint.rule import Found, Rule, Severity
from ctxfn.messages import Assistant
from ctxfn.processors import drop_foreign_thoughts
from ctxfn.wire import Conversation, Profile, only_words_and_calls

__all__ = ["thinking_unsigned"]


def _find(conversation: Conversation, profile: Profile) -> Iterator[Found]:
    for index, message in enumerate(conversation.messages):
        if isinstance(message, Assistant):
            for number, one in enumerate(message.reasoning):
                if one.signature is None and one.sealed is None:
                    path = ("reasoning", number)
                    yield Found(index, "thoughts without a signature", "a signed block", path)


def _severity(profile: Profile) -> Severity | None:
    return "error" if profile.reasoning == "signed" else None


thinking_unsigned: Final = Rule(
    code="N701",
    name="thinking-unsigned",
    find=_find,
    severity=_severity,
    hint="Send back thoughts as the model gave them, or leave them out.",
    fix=drop_foreign_thoughts(),
    fix_safety="lossy",
    unless=only_words_and_calls,
)
