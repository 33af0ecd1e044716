"""Says at the door which extra is missing, before a strategy fails on it."""

from __future__ import annotations

from importlib.util import find_spec

from ctxfn.testing.errors import MissingExtra

__all__ = ["require_hypothesis"]


def require_hypothesis() -> None:
    """Refuse to go on without Hypothesis.

    Raises:
        MissingExtra: it is not installed; the extra that brings it is named.
    """
    if find_spec("hypothesis") is None:
        raise MissingExtra("hypothesis", "testing")
