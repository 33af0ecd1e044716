"""What can be wrong with messages and the JSON they come from."""

from __future__ import annotations

from attrs import frozen

from ctxfn.errors import DefinitionError, RunError

__all__ = ["InvalidJson", "InvalidMarkup", "InvalidMessages", "TooDeep", "TooManyNodes"]


@frozen
class InvalidMessages(RunError):
    """A message, or the list that should hold messages, is not what it must be."""

    index: int | None
    path: str
    found: str
    expected: str
    hint: str = ""

    def __str__(self) -> str:
        where = "the input" if self.index is None else f"message {self.index}"
        field = f" at {self.path}" if self.path else ""
        hint = f". {self.hint}" if self.hint else ""
        return f"{where}{field}: found {self.found}, expected {self.expected}{hint}"


@frozen
class TooDeep(RunError):
    """Cards or JSON are nested deeper than `ctxfn.messages.limits` allows."""

    index: int | None
    depth: int
    limit: int

    def __str__(self) -> str:
        where = "the input" if self.index is None else f"message {self.index}"
        return (
            f"{where}: nested {self.depth} levels deep or more, at most {self.limit} are read. "
            "Flatten it before it is stored, or drop the inner levels."
        )


@frozen
class TooManyNodes(RunError):
    """A card would be opened into more messages than `ctxfn.messages.limits` allows."""

    index: int | None
    limit: int

    def __str__(self) -> str:
        where = "the input" if self.index is None else f"message {self.index}"
        return (
            f"{where}: its cards hold more than {self.limit} messages, each counted wherever it "
            "stands. Flatten it before it is stored, or keep each card once."
        )


@frozen
class InvalidJson(RunError):
    """A value is no JSON: another type, or a text that does not parse."""

    path: str
    found: str
    expected: str

    def __str__(self) -> str:
        return f"{self.path or 'the value'}: found {self.found}, expected {self.expected}"


@frozen
class InvalidMarkup(DefinitionError):
    """A tag was given a name or a value that cannot be written."""

    tag: str
    found: str
    expected: str

    def __str__(self) -> str:
        return f"tag {self.tag!r}: found {self.found}, expected {self.expected}"
