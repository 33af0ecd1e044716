"""T123 function-response-not-object.

What it does:
    Finds answers of functions that are a list or a text, where the format wants an object.

Why it is bad:
    "Proto field is not repeating, cannot start list": what a tool returned was passed on as it
    was.

Example:
    ``{"functionResponse": {"name": "capitals", "response": ["Rome", "Bern"]}}``

Use instead:
    ``{"functionResponse": {"name": "capitals", "response": {"result": ["Rome", "Bern"]}}}``

Fix safety:
    None: writing does it, whatever is written from what was read.

Sources:
    google/adk-js#347, symfony/ai#2040, AstrBotDevs/AstrBot#7216.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from ctxfn.lint.misread import as_path, speaker_of
from ctxfn.lint.rule import Found, Rule
from ctxfn.lint.severities import always_error
from ctxfn.wire import Conversation, Profile

__all__ = ["function_response_not_object"]


def _find(conversation: Conversation, profile: Profile) -> Iterator[Found]:
    for problem in conversation.problems:
        if speaker_of(conversation, problem) == "function-response-not-object":
            found = problem.reason.removeprefix("found ")
            yield Found(problem.index, found, "an object", as_path(problem))


function_response_not_object: Final = Rule(
    code="T123",
    name="function-response-not-object",
    find=_find,
    severity=always_error,
    hint="Put what the tool returned under the key result.",
    no_fix="Decoding has read it already: whatever is written from the records is well-typed.",
)
