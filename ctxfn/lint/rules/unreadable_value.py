"""C307 unreadable-value.

What it does:
    Finds values that are not what their key is for: a number as content, a call that is no
    object, an entry of a list that is null.

Why it is bad:
    APIs refuse the request by its schema. Stores that were written by several versions of an
    application hold such rows.

Example:
    ``{"role": "user", "content": 5}``

Use instead:
    ``{"role": "user", "content": "5"}``

Fix safety:
    None: it was read as the finding says, and repair writes it like that.

Sources:
    OpenAI's published interface description.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from ctxfn.lint.misread import as_path, speaker_of
from ctxfn.lint.rule import Found, Rule
from ctxfn.lint.severities import always_error
from ctxfn.wire import Conversation, Profile

__all__ = ["unreadable_value"]


def _find(conversation: Conversation, profile: Profile) -> Iterator[Found]:
    for problem in conversation.problems:
        if speaker_of(conversation, problem) == "unreadable-value":
            found = problem.reason.removeprefix("found ")
            yield Found(problem.index, found, "a value of the type its key has", as_path(problem))


unreadable_value: Final = Rule(
    code="C307",
    name="unreadable-value",
    find=_find,
    severity=always_error,
    hint="Repair writes what was read; mend the store.",
    no_fix="Decoding has read it already: whatever is written from the records is well-typed.",
)
