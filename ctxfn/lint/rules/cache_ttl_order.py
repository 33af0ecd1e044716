"""X902 cache-ttl-order.

What it does:
    Finds markers of the cache for an hour behind one for five minutes.

Why it is bad:
    The request is refused.

Example:
    A block marked with ``{"type": "ephemeral"}``, a later one with ``"ttl": "1h"``.

Use instead:
    The longer one first, or five minutes for both.

Fix safety:
    None as a step; repair lowers the later one.

Sources:
    headroomlabs-ai/headroom#2939, vellum-ai/vellum-assistant#22191.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from ctxfn.lint.rule import Found, Rule, Severity
from ctxfn.wire import Conversation, Profile, late_markers, markers_in

__all__ = ["cache_ttl_order"]


def _find(conversation: Conversation, profile: Profile) -> Iterator[Found]:
    markers = tuple(one for one in markers_in(conversation) if one.codec == profile.codec)
    for one in late_markers(markers):
        yield Found(
            one.index,
            "a marker for an hour behind one for five minutes",
            "the longer before the shorter",
            one.path,
        )


def _severity(profile: Profile) -> Severity | None:
    return None if profile.cache_breakpoints is None else "error"


cache_ttl_order: Final = Rule(
    code="X902",
    name="cache-ttl-order",
    find=_find,
    severity=_severity,
    hint="Lower the later one.",
    no_fix="What tools carry counts too, and a step sees messages alone; repair does it.",
)
