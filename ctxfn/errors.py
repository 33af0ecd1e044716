"""Errors: the bases every error of this library descends from.

::

    CtxfnError
    ├── DefinitionError   fix the declaration
    └── RunError          look at the data
        └── MissingVocabulary
"""

from __future__ import annotations

__all__ = ["CtxfnError", "DefinitionError", "RunError"]


class CtxfnError(Exception):
    """Anything this library raises on purpose."""

    def __eq__(self, other: object) -> bool:
        return type(other) is type(self) and self.args == getattr(other, "args", None)

    def __hash__(self) -> int:
        return hash((type(self), self.args))


class DefinitionError(CtxfnError):
    """A declaration is wrong: fix the line that makes it."""


class RunError(CtxfnError):
    """The data or the surroundings don't allow it: look at them."""
