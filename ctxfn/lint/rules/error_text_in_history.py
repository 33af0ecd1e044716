"""R212 error-text-in-history.

What it does:
    Finds messages under the role of the model that hold the error of an API or its client, by
    a flag ``error`` or by the words of known errors.

Why it is bad:
    No model said it, but the next one reads it as its own words, and answers with an error of
    the same form. The question before it is asked again, and stands there twice.

Example:
    ``chat(user("Draw."), assistant("API Error: 529 overloaded_error"))``

Use instead:
    Show errors to the person, and keep them out of the history.

Fix safety:
    Lossy: the message goes.

Sources:
    coaidev/coai#209, vellum-ai/vellum-assistant#22703.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from ctxfn.lint.error_texts import is_error_turn
from ctxfn.lint.mends.drop_error_turns import drop_error_turns
from ctxfn.lint.rule import Found, Rule
from ctxfn.lint.severities import always_warning
from ctxfn.wire import Conversation, Profile

__all__ = ["error_text_in_history"]


def _find(conversation: Conversation, profile: Profile) -> Iterator[Found]:
    for index, message in enumerate(conversation.messages):
        if is_error_turn(message):
            found = "the text of an error as if a model had said it"
            yield Found(index, found, "what a model said, or no message", ("content",))


error_text_in_history: Final = Rule(
    code="R212",
    name="error-text-in-history",
    find=_find,
    severity=always_warning,
    hint="Show errors to the person, and keep them out of what the model reads.",
    fix=drop_error_turns(),
    fix_safety="lossy",
    unwise=True,
)
