"""N713 reasoning-leaks-into-text.

What it does:
    Finds texts of the model that hold, word for word, what it thought before one of its
    answers.

Why it is bad:
    Thoughts were not meant for the person who reads the answer. Converters that have no word
    for them in another format write them into the text.

Example:
    ``assistant(Reasoning("The user must not learn the price."), "The user must not learn ...")``

Use instead:
    The answer alone, thoughts in their own field or left out.

Fix safety:
    None: whether the words were thought or said, only their store knows.

Sources:
    BerriAI/litellm#37953.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from ctxfn.lint.rule import Found, Rule
from ctxfn.lint.severities import always_warning
from ctxfn.messages import Assistant, Text
from ctxfn.wire import Conversation, Profile

__all__ = ["reasoning_leaks_into_text"]

#: Shorter thoughts may be an answer's words by chance: "Yes."
_SHORTEST: Final = 20


def _find(conversation: Conversation, profile: Profile) -> Iterator[Found]:
    thought: list[str] = []
    for index, message in enumerate(conversation.messages):
        if not isinstance(message, Assistant):
            continue
        thought = [
            words for one in message.reasoning if len(words := one.text.strip()) >= _SHORTEST
        ] or thought
        for number, part in enumerate(message.parts):
            if isinstance(part, Text) and any(words in part.text for words in thought):
                found, path = "its thoughts, word for word, in the text", ("content", number)
                yield Found(index, found, "what was said alone", path)


reasoning_leaks_into_text: Final = Rule(
    code="N713",
    name="reasoning-leaks-into-text",
    find=_find,
    severity=always_warning,
    hint="Keep thoughts in their own field, or leave them out.",
    no_fix="Whether the words were thought or said, only their store knows.",
    unwise=True,
)
