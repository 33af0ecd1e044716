"""T122 arguments-type.

What it does:
    Finds arguments of a call that are not of the type the format has for them: an object where
    it wants JSON as text, a text where it wants an object.

Why it is bad:
    "expected a string, but got an object instead", and the other way round: stores and
    converters parse arguments, or write them as text once more.

Example:
    ``{"function": {"name": "add", "arguments": {"a": 1}}}``

Use instead:
    ``{"function": {"name": "add", "arguments": "{\\"a\\": 1}"}}``

Fix safety:
    None: writing does it, whatever is written from what was read.

Sources:
    aaif-goose/goose-mobile#20; the APIs' published interface descriptions.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from ctxfn.lint.mends.objects_of_arguments import object_arguments
from ctxfn.lint.misread import as_path, speaker_of
from ctxfn.lint.rule import Found, Rule
from ctxfn.lint.severities import always_error
from ctxfn.messages import Assistant
from ctxfn.wire import Conversation, Profile

__all__ = ["arguments_type"]


def _find(conversation: Conversation, profile: Profile) -> Iterator[Found]:
    for problem in conversation.problems:
        if speaker_of(conversation, problem) == "arguments-type":
            if profile.arguments_object and _is_told(conversation, problem.index):
                continue  # arguments-not-object speaks of it
            found = problem.reason.removeprefix("found ")
            yield Found(
                problem.index, found, "the type the format has for arguments", as_path(problem)
            )


def _is_told(conversation: Conversation, index: int | None) -> bool:
    message = None if index is None else conversation.messages[index]
    calls = message.calls if isinstance(message, Assistant) else ()
    return any(object_arguments(call) is not None for call in calls)


arguments_type: Final = Rule(
    code="T122",
    name="arguments-type",
    find=_find,
    severity=always_error,
    hint="Repair writes what was read; mend the store.",
    no_fix="Decoding has read it already: whatever is written from the records is well-typed.",
)
