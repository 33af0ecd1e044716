"""Fixes that depend on the target: a step made of its profile."""

from __future__ import annotations

from ctxfn.pipeline import AnyStep
from ctxfn.processors import mend_call_ids
from ctxfn.wire import Profile

__all__ = ["fitting_ids"]


def fitting_ids(profile: Profile) -> AnyStep:
    """Make the step that gives calls ids of the length and form that *profile* takes.

    Contract:
        Where the profile sets no length, none is too long.

    Complexity: O(1).

    Source: ours; the limits are the profile's.

    Examples:
        >>> from ctxfn.wire import profile
        >>> fitting_ids(profile("openai/compatible"))
        mend_call_ids(length=64, pattern=None)
    """
    pattern = profile.call_id_pattern
    if profile.call_id_length is None:
        return mend_call_ids(length=_UNLIMITED, pattern=pattern)
    return mend_call_ids(length=profile.call_id_length, pattern=pattern)


#: A length of id that nobody writes: where the target sets none, none is too long.
_UNLIMITED = 1 << 20
