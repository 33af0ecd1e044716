"""What can be wrong with the declaration of a tool or of its names."""

from __future__ import annotations

from attrs import frozen

from ctxfn.errors import DefinitionError

__all__ = ["InvalidTool", "NameLimitError", "NamespaceError"]


@frozen
class InvalidTool(DefinitionError, ValueError):
    """A record about tools was made with a value that its field cannot have."""

    record: str
    field: str
    found: str
    expected: str

    def __str__(self) -> str:
        return f"{self.record}: field {self.field}: found {self.found}, expected {self.expected}"


@frozen
class NameLimitError(DefinitionError):
    """A limit on the length of names leaves no room even for the shortest form."""

    limit: int
    minimum: int

    def __str__(self) -> str:
        return (
            f"limit={self.limit}: a tool name needs at least {self.minimum} characters to stay "
            f"distinct. Give a limit of {self.minimum} or more, or 0 for no limit."
        )


@frozen
class NamespaceError(DefinitionError):
    """A namespace holds characters that no tool name may have."""

    namespace: str

    def __str__(self) -> str:
        return (
            f"namespace={self.namespace!r}: expected ASCII letters, digits, underscores and "
            "hyphens, at least one. Choose such a word."
        )
