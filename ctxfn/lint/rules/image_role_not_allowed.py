"""M501 image-role-not-allowed.

What it does:
    Finds images, films and files where the target allows none: in the results of tools (sounds
    too) and in what a model says.

Why it is bad:
    The request is refused, or, worse, accepted by a model that does not see the image.

Example:
    ``chat(assistant("", call("c1")), tool_result("c1", Image(url="data:...")))``

Use instead:
    A text in its place, and the image in a user message behind it, and behind all results.

Fix safety:
    Safe: the image moves there, with a label.

Sources:
    OpenHands/OpenHands#7700, openai/openai-node#1030, openai/openai-openapi#523.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from ctxfn.lint.rule import Found, Rule, Severity
from ctxfn.messages import Assistant, Audio, File, Image, Part, Text, ToolResult, Video
from ctxfn.processors import lift_media
from ctxfn.wire import Conversation, Profile, only_words_and_calls

__all__ = ["image_role_not_allowed"]


def _find(conversation: Conversation, profile: Profile) -> Iterator[Found]:
    for index, message in enumerate(conversation.messages):
        parts = message.parts
        # One text is what most messages are, told at a glance.
        if not parts or (len(parts) == 1 and type(parts[0]) is Text):
            continue
        if not isinstance(message, ToolResult | Assistant):
            continue
        allowed = [kind for kind in profile.media_of(message.role) if kind != "audio"]
        where = "a tool result" if isinstance(message, ToolResult) else "an answer"
        for number, part in enumerate(message.parts):
            kind = type(part).__name__.lower()
            if _is_shown(part, message) and kind not in allowed:
                yield Found(index, f"{_an(kind)} in {where}", "text alone", ("content", number))


def _is_shown(part: Part, message: ToolResult | Assistant) -> bool:
    """A sound that an id names is a model's own words."""
    if isinstance(part, Audio):
        return isinstance(message, ToolResult) or part.file_id is None
    return isinstance(part, Image | Video | File)


def _an(kind: str) -> str:
    return f"{'an' if kind[0] in 'ai' else 'a'} {kind}"


def _severity(profile: Profile) -> Severity | None:
    return "error"


image_role_not_allowed: Final = Rule(
    code="M501",
    name="image-role-not-allowed",
    find=_find,
    severity=_severity,
    hint="Show it in a user message behind the results.",
    fix=lift_media(),
    fix_safety="safe",
    unless=only_words_and_calls,
)
