"""Everything ctxfn raises, in one tree.

Only these leave the library; whatever else goes wrong inside is wrapped once.

    CtxfnError
    ├── DefinitionError            fix the declaration
    │   └── MissingExtra
    └── RunError                   look at the data
        ├── InvalidJson
        ├── InvalidMessages
        ├── LawBroken
        └── TooDeep
"""

from __future__ import annotations

__all__ = ["CtxfnError", "DefinitionError", "RunError"]


class CtxfnError(Exception):
    """The root of every error ctxfn raises; two errors are equal if kind and fields are."""

    def __eq__(self, other: object) -> bool:
        return type(self) is type(other) and self.args == other.args

    def __hash__(self) -> int:
        return hash((type(self), self.args))


class DefinitionError(CtxfnError):
    """Something was declared wrongly: a step, an option, a pipeline, a rule."""


class RunError(CtxfnError):
    """The data at hand cannot be worked on as asked."""
