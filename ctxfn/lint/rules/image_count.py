"""M507 image-count.

What it does:
    Finds pictures beyond the number that the target takes in one turn.

Why it is bad:
    The request is refused, and so is every later one.

Example:
    A user message with 21 pictures, for Bedrock.

Use instead:
    The newest 20; words in place of the others.

Fix safety:
    Lossy: words stand for the oldest.

Sources:
    AWS, API reference of Bedrock's runtime, "Message".
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from ctxfn.lint.rule import Found, Rule, Severity
from ctxfn.pipeline import AnyStep
from ctxfn.processors import limit_media
from ctxfn.processors.legalize import surplus_pictures
from ctxfn.wire import Conversation, Profile

__all__ = ["image_count"]


def _find(conversation: Conversation, profile: Profile) -> Iterator[Found]:
    if profile.images_in_turn is None:
        return
    for index, number in surplus_pictures(conversation.messages, profile.images_in_turn):
        expected = f"{profile.images_in_turn} in a turn at most"
        yield Found(index, "one picture too many", expected, ("content", number))


def _severity(profile: Profile) -> Severity | None:
    return None if profile.images_in_turn is None else "error"


def _fix(profile: Profile) -> AnyStep:
    return limit_media(images=profile.images_in_turn)


image_count: Final = Rule(
    code="M507",
    name="image-count",
    find=_find,
    severity=_severity,
    hint="Leave out the oldest of the turn.",
    fix_for=_fix,
    fix_safety="lossy",
)
