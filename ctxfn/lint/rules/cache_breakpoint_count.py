"""X901 cache-breakpoint-count.

What it does:
    Finds markers of the cache beyond the number the target takes, in tools, system text and
    messages together.

Why it is bad:
    The request is refused. Agents that mark each step reach the limit after a few.

Example:
    Five blocks with ``cache_control``.

Use instead:
    Those of tools and system text, and the newest.

Fix safety:
    None as a step; repair leaves out the oldest of messages.

Sources:
    twentyhq/twenty#26217, bug-ops/zeph#1568.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from ctxfn.lint.rule import Found, Rule, Severity
from ctxfn.wire import Conversation, Profile, markers_in, surplus_markers

__all__ = ["cache_breakpoint_count"]


def _find(conversation: Conversation, profile: Profile) -> Iterator[Found]:
    markers = tuple(one for one in markers_in(conversation) if one.codec == profile.codec)
    for one in surplus_markers(markers, profile.cache_breakpoints):
        yield Found(
            one.index,
            f"one of {len(markers)} markers",
            f"{profile.cache_breakpoints} at most",
            one.path,
        )


def _severity(profile: Profile) -> Severity | None:
    return None if profile.cache_breakpoints is None else "error"


cache_breakpoint_count: Final = Rule(
    code="X901",
    name="cache-breakpoint-count",
    find=_find,
    severity=_severity,
    hint="Keep those of tools and system text, and the newest.",
    no_fix="What tools carry counts too, and a step sees messages alone; repair does it.",
)
