"""The key of a service: given, or from the environment; it may be missing until it is needed."""

from __future__ import annotations

import os

from attrs import field, frozen

from ctxfn.errors import InvalidArgument, check_argument
from ctxfn.io.errors import SourceRefusal
from ctxfn.io.sources.answers import Status

__all__ = ["Key", "key_of"]


@frozen
class Key:
    """A key, or none, and the variables it is looked for in."""

    value: str | None = field(repr=False)
    names: tuple[str, ...]

    @property
    def secrets(self) -> tuple[str, ...]:
        """What must never be said."""
        return () if self.value is None else (self.value,)

    def needed(self, who: str) -> str:
        """Return it.

        Raises:
            SourceRefusal: there is none.
        """
        if self.value is None:
            raise SourceRefusal(f"{who}: no key: set {' or '.join(self.names)}")
        return self.value

    def status(self, who: str) -> Status:
        """Say whether there is one, asking nobody."""
        if self.value is None:
            return Status(False, f"{who}: no key: set {' or '.join(self.names)}")
        return Status(True, f"{who}: there is a key")


def key_of(what: str, given: object, *names: str) -> Key:
    """Take the key that was *given*, or the first that the environment has under *names*.

    Raises:
        InvalidArgument: it is no text, or none that can stand in a header.
    """
    check_argument(what, given, str | None, "a text, or None")
    found = next((one for one in (given, *map(os.environ.get, names)) if one), None)
    if found is None:
        return Key(None, names)
    value = str(found).strip()
    if not value.isascii() or not value.isprintable() or not value:
        raise InvalidArgument(
            what, "signs that no key has", "a text of ASCII"
        )  # itself never shown
    return Key(value, names)
