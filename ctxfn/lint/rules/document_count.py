"""M508 document-count.

What it does:
    Finds documents beyond the number that the target takes in a whole request.

Why it is bad:
    The request is refused; documents of turns long past count as well.

Example:
    A sixth document, for Bedrock.

Use instead:
    The newest five; words in place of the others.

Fix safety:
    Lossy: words stand for the oldest, their own if they are known.

Sources:
    aws-samples/generative-ai-use-cases#1685.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from ctxfn.lint.rule import Found, Rule, Severity
from ctxfn.pipeline import AnyStep
from ctxfn.processors import limit_media
from ctxfn.processors.legalize import surplus_documents
from ctxfn.wire import Conversation, Profile

__all__ = ["document_count"]


def _find(conversation: Conversation, profile: Profile) -> Iterator[Found]:
    if profile.documents is None:
        return
    for index, number in surplus_documents(conversation.messages, profile.documents):
        expected = f"{profile.documents} in a request at most"
        yield Found(index, "one document too many", expected, ("content", number))


def _severity(profile: Profile) -> Severity | None:
    return None if profile.documents is None else "error"


def _fix(profile: Profile) -> AnyStep:
    return limit_media(documents=profile.documents)


document_count: Final = Rule(
    code="M508",
    name="document-count",
    find=_find,
    severity=_severity,
    hint="Leave out the oldest.",
    fix_for=_fix,
    fix_safety="lossy",
)
