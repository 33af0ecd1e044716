"""M512 image-resent.

What it does:
    Finds pictures that are in a request more than once, and large ones, written out in the
    request, that stand before the last few questions and are sent again with each.

Why it is bad:
    A history is sent whole each time, and so are its pictures: a screenshot a step is paid for
    in every later step. Twice in one request, the same picture is paid for twice.

Example:
    Ten questions, of which the first brought a screenshot of a megabyte.

Use instead:
    A word on what was seen, or the id of an upload.

Fix safety:
    None: which picture is still looked at, the messages do not tell.

Sources:
    letta-ai/letta-code#615, openai/codex#11349.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from ctxfn.lint.rule import Found, Rule, Severity
from ctxfn.messages import Image, Messages, User
from ctxfn.wire import Conversation, Profile

__all__ = ["image_resent"]

#: Questions for which a picture may well be looked at again.
_RECENT: Final = 3

#: Characters of base64 from which a picture is a large part of a request.
_LARGE: Final = 100_000


def _find(conversation: Conversation, profile: Profile) -> Iterator[Found]:
    old = _first_recent(conversation.messages)
    seen: dict[str, int] = {}
    for index, message in enumerate(conversation.messages):
        for number, part in enumerate(message.parts):
            if not isinstance(part, Image):
                continue
            path, written = ("content", number), part.data or part.url or part.file_id
            if not written:
                continue
            if written in seen:
                found = f"the picture of messages[{seen[written]}] once more"
                yield Found(index, found, "each picture once", path)
            elif index < old and len(written) >= _LARGE and part.file_id is None:
                found = f"a picture of {len(written):,} characters, sent again with each request"
                expected = f"none older than the last {_RECENT} questions"
                yield Found(index, found, expected, path, "info")
            seen.setdefault(written, index)


def _first_recent(messages: Messages) -> int:
    """Return where the last few questions begin; 0 if there are no more."""
    asked = [index for index, message in enumerate(messages) if isinstance(message, User)]
    return asked[-_RECENT] if len(asked) > _RECENT else 0


def _severity(profile: Profile) -> Severity | None:
    return "warning" if any(kinds for _, kinds in profile.media) else None


image_resent: Final = Rule(
    code="M512",
    name="image-resent",
    find=_find,
    severity=_severity,
    hint="Say what was seen in place of old pictures, or send the id of an upload.",
    no_fix="Which picture is still looked at, the messages do not tell.",
    unwise=True,
)
