"""N712 thinking-when-disabled.

What it does:
    Finds thoughts in a last answer that the model is to go on with, while thinking is off.

Why it is bad:
    The request is refused. Earlier answers may keep their thoughts.

Example:
    A body without ``thinking`` whose last message is an assistant's with a thinking block.

Use instead:
    The words of that answer alone.

Fix safety:
    Lossy: the thoughts go.

Sources:
    tailcallhq/forgecode#1853.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from ctxfn.lint.rule import Found, Rule, Severity
from ctxfn.messages import Assistant
from ctxfn.processors import drop_last_thoughts
from ctxfn.wire import Conversation, Profile, leaves_off

__all__ = ["thinking_when_disabled"]


def _find(conversation: Conversation, profile: Profile) -> Iterator[Found]:
    messages = conversation.messages
    last = messages[-1] if messages else None
    if isinstance(last, Assistant) and last.reasoning and leaves_off(conversation.settings):
        place = len(messages) - 1
        yield Found(place, "thoughts in an answer to go on with", "none", ("reasoning", 0))


def _severity(profile: Profile) -> Severity | None:
    return "error" if profile.reasoning == "signed" else None


thinking_when_disabled: Final = Rule(
    code="N712",
    name="thinking-when-disabled",
    find=_find,
    severity=_severity,
    hint="Send back its words alone, or turn thinking on.",
    fix=drop_last_thoughts(),
    fix_safety="lossy",
)
