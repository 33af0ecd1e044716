"""Mark a request for the provider's cache, where the policy says and the target takes it."""

from __future__ import annotations

from typing import Final

from ctxfn.assembly import Policy
from ctxfn.context import Note
from ctxfn.tokens import choose_breakpoints, mark_breakpoints, marked_breakpoints
from ctxfn.wire import MARKER_KEY, Profile

__all__ = ["with_breakpoints"]

_NOTE: Final = "breakpoints-replaced"


def with_breakpoints(
    body: dict[str, object], policy: Policy, profile: Profile
) -> tuple[dict[str, object], tuple[Note, ...]]:
    """Mark *body* as *policy* says; markers that it came with give way, and are noted.

    Two hands that each keep within the limit would break it together, so only one marks. Where the
    target knows no markers nothing is done: such providers cache by themselves, or not at all.
    """
    limit = profile.cache_breakpoints
    if not policy.breakpoints or limit is None or not isinstance(body.get("messages"), list):
        return body, ()
    if isinstance(body.get(MARKER_KEY), dict):
        # A marker on the request itself has the provider set one at the end, which counts.
        limit -= 1
    chosen = choose_breakpoints(
        body,
        limit=max(limit, 0),
        places=policy.breakpoints,
        head_lifetime=policy.head_lifetime,
        lifetime=policy.message_lifetime,
    )
    marked = mark_breakpoints(body, chosen)
    gone = len(set(marked_breakpoints(body)) - set(marked_breakpoints(marked)))
    if not gone:
        return marked, ()
    text = f"the policy marks the request: {gone} markers that it came with are gone"
    return marked, (Note("assemble", _NOTE, text),)
