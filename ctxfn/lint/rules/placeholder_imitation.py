"""C317 placeholder-imitation.

What it does:
    Finds filler (``(no content)``, ``...``, ``Calling tool``) as the text of a message that
    calls tools.

Why it is bad:
    Some adapters write it because a text may not be missing, though beside calls it may. The
    model reads it as its own habit, and begins to write it to people.

Example:
    ``chat(assistant("(no content)", call("c1")))``

Use instead:
    ``chat(assistant("", call("c1")))``

Fix safety:
    Lossy: the filler goes.

Sources:
    UKGovernmentBEIS/inspect_ai#2772.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from ctxfn.lint.fillers import is_filler
from ctxfn.lint.mends.drop_fillers import drop_fillers
from ctxfn.lint.rule import Found, Rule, Severity
from ctxfn.messages import Assistant, Text
from ctxfn.wire import Conversation, Profile

__all__ = ["placeholder_imitation"]


def _find(conversation: Conversation, profile: Profile) -> Iterator[Found]:
    for index, message in enumerate(conversation.messages):
        if not isinstance(message, Assistant) or not message.calls:
            continue
        for number, part in enumerate(message.parts):
            if isinstance(part, Text) and part.signature is None and is_filler(part.text):
                found, path = f"the filler {part.text!r} beside calls", ("content", number)
                yield Found(index, found, "the calls alone", path)


def _severity(profile: Profile) -> Severity | None:
    return "info"


placeholder_imitation: Final = Rule(
    code="C317",
    name="placeholder-imitation",
    find=_find,
    severity=_severity,
    hint="Send no text beside calls if the model wrote none.",
    fix=drop_fillers(),
    fix_safety="lossy",
    unwise=True,
)
