"""Fixes that depend on the target: a step made of its profile."""

from __future__ import annotations

from ctxfn.pipeline import AnyStep
from ctxfn.processors import mend_call_ids, name_documents
from ctxfn.wire import Profile

__all__ = ["fitting_document_names", "fitting_ids"]


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


def fitting_document_names(profile: Profile) -> AnyStep:
    """Make the step that gives documents names of the letters and length that *profile* takes.

    Contract:
        Where the profile sets no letters or no length, those of the step itself hold.

    Complexity: O(1).

    Source: ours; the limits are the profile's.

    Examples:
        >>> from ctxfn.wire import profile
        >>> fitting_document_names(profile("bedrock"))
        name_documents(length=200, pattern='[a-zA-Z0-9 ()\\\\[\\\\]-]+')
    """
    pattern, length = profile.document_name_pattern, profile.document_name_length
    if pattern is None:
        return name_documents()
    return name_documents(pattern=pattern, length=length or _UNLIMITED)
