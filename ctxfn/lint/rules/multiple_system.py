"""R206 multiple-system.

What it does:
    Finds several system messages at the front.

Why it is bad:
    Templates of open-weight models allow one and raise an error at the second.

Example:
    ``chat(system("a"), system("b"), user("hi"))``

Use instead:
    ``chat(system("a\\n\\nb"), user("hi"))``

Fix safety:
    Safe: they are joined, a blank line between.

Sources:
    anomalyco/opencode#15059, ahwurm/localharness#107.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from ctxfn.lint.rule import Found, Rule, Severity
from ctxfn.messages import System
from ctxfn.processors import place_system
from ctxfn.wire import Conversation, Profile

__all__ = ["multiple_system"]


def _find(conversation: Conversation, profile: Profile) -> Iterator[Found]:
    for index, message in enumerate(conversation.messages):
        if not isinstance(message, System):
            return
        if index:
            yield Found(index, "another system message", "one system message", ("role",))


def _severity(profile: Profile) -> Severity | None:
    return "error" if profile.single_system_first else None


multiple_system: Final = Rule(
    code="R206",
    name="multiple-system",
    find=_find,
    severity=_severity,
    hint="Join them into one.",
    fix=place_system(),
    fix_safety="safe",
)
