"""M502 media-without-source.

What it does:
    Finds images, films, sounds and files without an address or bytes that the target takes, and
    such as stand in a system message.

Why it is bad:
    The request is refused, or cannot be written: OpenAI takes files by their bytes or the id of
    an upload, sounds by their bytes alone. What a chat UI attached is not judged: it is told in
    words.

Example:
    ``{"type": "file", "file": {"filename": "plan.pdf"}}``

Use instead:
    ``{"type": "file", "file": {"filename": "plan.pdf", "file_data": "data:application/pdf;..."}}``

Fix safety:
    Lossy: words stand in its place, for a file what was read out of it.

Sources:
    OpenAI's published interface description.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from ctxfn.lint.rule import Found, Rule
from ctxfn.lint.severities import always_error
from ctxfn.messages import Audio, File, Image, System, Video, unusual
from ctxfn.processors import stand_in_parts
from ctxfn.wire import Conversation, Profile, only_words_and_calls, unsendable_parts

__all__ = ["media_without_source"]


def _find(conversation: Conversation, profile: Profile) -> Iterator[Found]:
    messages = conversation.messages
    for index in unusual(messages):
        message = messages[index]
        for number in unsendable_parts(message, profile):
            part = message.parts[number]
            if not isinstance(part, Image | Video | Audio | File) or part.attached:
                continue
            kind = type(part).__name__.lower()
            named = f"{'an' if kind[0] in 'ai' else 'a'} {kind}"
            if isinstance(message, System):
                yield Found(
                    index, f"{named} in a system message", "text alone", ("content", number)
                )
            else:
                expected = "an address or bytes that the target takes"
                lack = (
                    "with a source that the target does not take"
                    if _has_source(part)
                    else "without a source"
                )
                yield Found(index, f"{named} {lack}", expected, ("content", number))


def _has_source(part: Image | Video | Audio | File) -> bool:
    return any(getattr(part, key, None) for key in ("url", "data", "file_id"))


media_without_source: Final = Rule(
    code="M502",
    name="media-without-source",
    find=_find,
    severity=always_error,
    hint="Store the bytes, or say in words what it was.",
    fix=stand_in_parts(),
    fix_safety="lossy",
    unless=only_words_and_calls,
)
