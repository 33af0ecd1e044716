"""What is told of stripped keys: one note a key, with all its places."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from ctxfn.context import AnyNote, Note

__all__ = ["notes_of", "told_together"]

_STRIPPED: Final = "stripped-key"


def notes_of(stripped: Mapping[str, Sequence[int]]) -> Iterator[Note]:
    """Yield a note for each key, in order, with the places where it was stripped."""
    for key, places in sorted(stripped.items()):
        yield _note(f"stripped {key}", places)


def told_together(notes: Sequence[AnyNote]) -> Sequence[AnyNote]:
    """Let one note tell all places of a key, behind all other notes."""
    places: dict[str, list[int]] = {}
    others: list[AnyNote] = []
    for note in notes:
        if isinstance(note, Note) and note.kind == _STRIPPED:
            places.setdefault(note.text, []).extend(note.places)
        else:
            others.append(note)
    return (*others, *(_note(text, at) for text, at in sorted(places.items())))


def _note(text: str, places: Sequence[int]) -> Note:
    return Note("strip_fields", _STRIPPED, text, (), tuple(dict.fromkeys(places)))
