"""Which release this is."""

from __future__ import annotations

from importlib.metadata import PackageNotFoundError, version

__all__ = ["version_told"]


def version_told() -> str:
    """Return the version of the installed package; run from its source it has none."""
    try:
        return version("ctxfn")
    except PackageNotFoundError:
        return "of no release"
