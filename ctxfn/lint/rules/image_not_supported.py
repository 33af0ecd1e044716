"""M503 image-not-supported.

What it does:
    Finds pictures, films and sounds of a person where the target takes none of their kind.

Why it is bad:
    A model of texts alone refuses the whole request, and every later one: one picture locks the
    chat.

Example:
    ``chat(user("Look:", Image(url="https://a.example/x.png")))``

Use instead:
    ``chat(user("Look:", "[A picture that you cannot see.]"))``

Fix safety:
    Lossy: words stand in its place.

Sources:
    openai/codex#11349, patlux/pi-commandcode-provider#60, cloudflare/cloudflare-os#97.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from ctxfn.lint.rule import Found, Rule
from ctxfn.lint.severities import always_error
from ctxfn.messages import Audio, Image, Text, User, Video
from ctxfn.processors import meet_capabilities
from ctxfn.wire import Conversation, Profile, only_words_and_calls, unsendable_parts

__all__ = ["image_not_supported"]


def _find(conversation: Conversation, profile: Profile) -> Iterator[Found]:
    taken = profile.media_of("user")
    for index, message in enumerate(conversation.messages):
        parts = message.parts
        # One text is what most messages are, told at a glance.
        if not isinstance(message, User) or all(type(part) is Text for part in parts):
            continue
        told = unsendable_parts(message, profile)  # for media-without-source to speak of
        for number, part in enumerate(parts):
            kind = type(part).__name__.lower()
            if isinstance(part, Image | Video | Audio) and kind not in taken and number not in told:
                path = ("content", number)
                yield Found(index, f"a part of the kind {kind}", "what the target takes", path)


image_not_supported: Final = Rule(
    code="M503",
    name="image-not-supported",
    find=_find,
    severity=always_error,
    hint="Say in words what it was.",
    fix=meet_capabilities(),
    fix_safety="lossy",
    unless=only_words_and_calls,
)
