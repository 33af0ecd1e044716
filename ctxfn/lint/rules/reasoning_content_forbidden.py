"""N711 reasoning-content-forbidden.

What it does:
    Finds thoughts where the target takes none back.

Why it is bad:
    The request is refused. It is the opposite of what later models of the same provider want.

Example:
    ``chat(user("hi"), assistant(Reasoning("A greeting."), "Hello!"), user("bye"))``

Use instead:
    ``chat(user("hi"), assistant("Hello!"), user("bye"))``

Fix safety:
    Lossy: the thoughts go; they never become words.

Sources:
    langchain-ai/langchain#34166; DeepSeek's guide of its first reasoner; mistral-common.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from ctxfn.lint.rule import Found, Rule, Severity
from ctxfn.messages import Assistant
from ctxfn.processors import fit_thoughts
from ctxfn.wire import Conversation, Profile

__all__ = ["reasoning_content_forbidden"]


def _find(conversation: Conversation, profile: Profile) -> Iterator[Found]:
    for index, message in enumerate(conversation.messages):
        if isinstance(message, Assistant) and message.reasoning:
            yield Found(index, "thoughts", "words and calls alone", ("reasoning_content",))


def _severity(profile: Profile) -> Severity | None:
    items = profile.codec == "openai_responses"  # there the codec leaves them out, and says so
    return "error" if profile.reasoning == "forbidden" and not items else None


reasoning_content_forbidden: Final = Rule(
    code="N711",
    name="reasoning-content-forbidden",
    find=_find,
    severity=_severity,
    hint="Leave thoughts out of what you send.",
    fix=fit_thoughts(),
    fix_safety="lossy",
)
