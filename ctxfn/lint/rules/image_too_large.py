"""M504 image-too-large.

What it does:
    Finds pictures with a side longer than the target takes, as far as their bytes are there.

Why it is bad:
    The request is refused, and so is every later one that holds the picture.

Example:
    A picture of 9,000 by 500 pixels for a target that takes 8,000.

Use instead:
    The same picture, scaled down before it is stored.

Fix safety:
    Lossy: words stand for the picture. Scaling takes an image library.

Sources:
    anthropics/claude-code#4778; the vendors' pages on vision.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from ctxfn.lint.rule import Found, Rule, Severity
from ctxfn.pipeline import AnyStep
from ctxfn.processors import limit_images
from ctxfn.processors.legalize import large_images
from ctxfn.wire import Conversation, Profile, only_words_and_calls

__all__ = ["image_too_large"]


def _find(conversation: Conversation, profile: Profile) -> Iterator[Found]:
    alone, _ = large_images(
        conversation.messages, side=profile.image_side, many=None, many_side=None
    )
    for one in alone:
        index, number = one.place
        expected = f"at most {profile.image_side} pixels a side"
        yield Found(index, one.words, expected, ("content", number))


def _severity(profile: Profile) -> Severity | None:
    return "error" if profile.image_side is not None else None


def _fix(profile: Profile) -> AnyStep:
    return limit_images(side=profile.image_side)


image_too_large: Final = Rule(
    code="M504",
    name="image-too-large",
    find=_find,
    severity=_severity,
    hint="Scale it down before you store it.",
    fix_for=_fix,
    fix_safety="lossy",
    unless=only_words_and_calls,
)
