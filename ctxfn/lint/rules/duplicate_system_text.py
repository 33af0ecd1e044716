"""R214 duplicate-system-text.

What it does:
    Finds system messages that say word for word what an earlier one says.

Why it is bad:
    An injection that runs on each turn without looking costs its tokens each time, and moves
    what follows out of the cached prefix.

Example:
    ``chat(system("Be brief."), user("hi"), system("Be brief."))``

Use instead:
    ``chat(system("Be brief."), user("hi"))``

Fix safety:
    Lossy: the later ones go. Said again near the end, a rule may have been meant to count more.

Sources:
    ahwurm/localharness#107, anomalyco/opencode#15059.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from ctxfn.lint.mends.drop_repeated_system import drop_repeated_system, repeated_system
from ctxfn.lint.rule import Found, Rule
from ctxfn.lint.severities import always_warning
from ctxfn.wire import Conversation, Profile

__all__ = ["duplicate_system_text"]


def _find(conversation: Conversation, profile: Profile) -> Iterator[Found]:
    for index, first in repeated_system(conversation.messages):
        found = f"the system text of messages[{first}] once more"
        yield Found(index, found, "each system text once", ("content",))


duplicate_system_text: Final = Rule(
    code="R214",
    name="duplicate-system-text",
    find=_find,
    severity=always_warning,
    hint="Look whether it is there before you inject it.",
    fix=drop_repeated_system(),
    fix_safety="lossy",
    unwise=True,
)
