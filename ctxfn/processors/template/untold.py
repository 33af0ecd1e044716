"""The names that filling could not settle, gathered for notes."""

from __future__ import annotations

from typing import Final

from ctxfn.context import Note
from ctxfn.processors.template.fill_text import MAX_FILLED, Filled

__all__ = ["Untold"]

#: A name in a note: enough to recognise it.
_SHOWN: Final = 80


class Untold:
    """Names without a value, and those whose value was too much, each once."""

    __slots__ = ("overgrown", "unresolved")

    def __init__(self) -> None:
        self.unresolved: dict[str, None] = {}
        self.overgrown: dict[str, None] = {}

    def add(self, filled: Filled) -> None:
        """Add what *filled* tells."""
        self.unresolved.update(dict.fromkeys(filled.unresolved))
        self.overgrown.update(dict.fromkeys(filled.overgrown))

    def notes(
        self, step: str, ids: tuple[str, ...] = (), places: tuple[int, ...] = ()
    ) -> list[Note]:
        """Say so in notes of *step* on one message, or on none."""
        notes = []
        if self.unresolved:
            text = f"no value for: {_listed(self.unresolved)}"
            notes.append(Note(step, "unresolved-placeholder", text, ids, places))
        if self.overgrown:
            text = f"more than {MAX_FILLED} characters would be put in by: "
            text += _listed(self.overgrown)
            notes.append(Note(step, "overgrown-placeholder", text, ids, places))
        return notes


def _listed(names: dict[str, None]) -> str:
    return ", ".join(name if len(name) <= _SHOWN else f"{name[:_SHOWN]}…" for name in names)
