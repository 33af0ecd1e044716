"""M505 image-too-large-many.

What it does:
    Finds pictures that are too large for a request with many pictures.

Why it is bad:
    A picture that was accepted for long is refused as soon as one more picture makes a crowd:
    the conversation stops in its middle.

Example:
    Twenty-one pictures, one of them 2,400 pixels wide, for a target that takes 2,000 from
    twenty pictures on.

Use instead:
    Pictures scaled down before they are stored, or fewer of them.

Fix safety:
    Lossy: words stand for the oldest, until few enough are left.

Sources:
    letta-ai/letta-code#615, charmbracelet/crush#3810.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from ctxfn.lint.rule import Found, Rule, Severity
from ctxfn.pipeline import AnyStep
from ctxfn.processors import limit_images
from ctxfn.processors.legalize import large_images
from ctxfn.wire import Conversation, Profile, only_words_and_calls

__all__ = ["image_too_large_many"]


def _find(conversation: Conversation, profile: Profile) -> Iterator[Found]:
    limit = profile.many_images_side
    _, crowd = large_images(
        conversation.messages, side=None, many=profile.many_images, many_side=limit
    )
    for one in crowd:
        index, number = one.place
        expected = f"at most {limit} pixels a side among more than {profile.many_images} pictures"
        yield Found(index, one.words, expected, ("content", number))


def _severity(profile: Profile) -> Severity | None:
    return "error" if profile.many_images is not None else None


def _fix(profile: Profile) -> AnyStep:
    return limit_images(many=profile.many_images, many_side=profile.many_images_side)


image_too_large_many: Final = Rule(
    code="M505",
    name="image-too-large-many",
    find=_find,
    severity=_severity,
    hint="Scale pictures down, or send fewer.",
    fix_for=_fix,
    fix_safety="lossy",
    unless=only_words_and_calls,
)
