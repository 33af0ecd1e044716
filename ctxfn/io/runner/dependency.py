"""Says at the door which extra is missing, before a runner fails on it."""

from __future__ import annotations

from importlib.util import find_spec

from ctxfn.errors import MissingExtra

__all__ = ["require_anyio"]


def require_anyio() -> None:
    """Refuse to go on without anyio.

    Raises:
        MissingExtra: it is not installed; the extra that brings it is named.
    """
    if find_spec("anyio") is None:
        raise MissingExtra("anyio", "agent")
