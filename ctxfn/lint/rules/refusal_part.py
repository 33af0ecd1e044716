"""C318 refusal-part.

What it does:
    Finds refusals among the parts of a message, where the target has no such part.

Why it is bad:
    A part of its own for "I won't" is OpenAI's. Elsewhere it is a part of an unknown type, or,
    left out, an empty answer.

Example:
    ``chat(user("hi"), assistant(Refusal("No.")), user("Why?"))`` for Anthropic

Use instead:
    ``chat(user("hi"), assistant("No."), user("Why?"))``

Fix safety:
    Lossy: it becomes a text of the same words.

Sources:
    openai/openai-agents-js#1524, vllm-project/vllm#49130.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from ctxfn.lint.rule import Found, Rule
from ctxfn.lint.severities import always_error
from ctxfn.messages import Refusal
from ctxfn.processors import stand_in_parts
from ctxfn.wire import Conversation, Profile, only_words_and_calls, unsendable_parts

__all__ = ["refusal_part"]


def _find(conversation: Conversation, profile: Profile) -> Iterator[Found]:
    for index, message in enumerate(conversation.messages):
        if not any(isinstance(part, Refusal) for part in message.parts):
            continue
        for number in unsendable_parts(message, profile):
            if isinstance(message.parts[number], Refusal):
                found = f"a refusal under the role {message.role!r}"
                yield Found(index, found, "a text part", ("content", number))


refusal_part: Final = Rule(
    code="C318",
    name="refusal-part",
    find=_find,
    severity=always_error,
    hint="Write what it says as text.",
    fix=stand_in_parts(),
    fix_safety="lossy",
    unless=only_words_and_calls,
)
