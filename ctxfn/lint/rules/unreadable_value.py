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

from ctxfn.lint.rule import Found, Rule
from ctxfn.lint.severities import always_error
from ctxfn.messages import Node, Unknown
from ctxfn.wire import Conversation, Profile

__all__ = ["unreadable_value"]

_SUMMARY: Final = "].summary"


def _find(conversation: Conversation, profile: Profile) -> Iterator[Found]:
    for problem in conversation.problems:
        if problem.index is not None and isinstance(_at(conversation, problem.index), Unknown):
            continue  # unknown-role speaks of it
        if problem.path.endswith(_SUMMARY):
            continue  # reasoning-item-summary does
        path = tuple(key for key in problem.path.split(".") if key)
        found = problem.reason.removeprefix("found ")
        yield Found(problem.index, found, "a value of the type its key has", path)


def _at(conversation: Conversation, index: int) -> Node | None:
    there = index < len(conversation.messages)
    return conversation.messages[index] if there else None


unreadable_value: Final = Rule(
    code="C307",
    name="unreadable-value",
    find=_find,
    severity=always_error,
    hint="Repair writes what was read; mend the store.",
    no_fix="Decoding has read it already: whatever is written from the records is well-typed.",
)
