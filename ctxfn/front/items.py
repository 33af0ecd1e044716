"""Which item of a list of items a finding is about: a model's answer is several of them."""

from __future__ import annotations

from typing import Final, TypeAlias

from attrs import frozen

from ctxfn.lint import Path
from ctxfn.messages import Messages, Node
from ctxfn.wire.openai_responses import form_of

__all__ = ["Items", "items_of"]

#: For each record the kinds and indexes of its items; empty: it stands beside the list.
_Pieces: TypeAlias = tuple[tuple[tuple[str, int], ...], ...]

#: Which kind of item holds what a path begins with.
_KINDS: Final = {"tool_calls": "call", "reasoning": "reasoning"}


@frozen
class Items:
    """The items that each record was read from."""

    pieces: _Pieces

    def first(self, record: int) -> int | None:
        """Return the index of the first item of *record*, if it is one of the list."""
        return self.pieces[record][0][1] if self.pieces[record] else None

    def place(self, record: int, path: Path) -> tuple[int | None, Path]:
        """Return the item that holds *path* of *record*, and the path as if it stood alone."""
        kind = _KINDS.get(str(path[0])) if path else None
        if kind is None or len(path) < 2 or not isinstance(path[1], int):
            said = [index for one, index in self.pieces[record] if one == "message"]
            return (said[0] if said else self.first(record)), path
        alike = [index for one, index in self.pieces[record] if one == kind]
        if path[1] >= len(alike):
            return self.first(record), path
        return alike[path[1]], (path[0], 0, *path[2:])


def items_of(messages: Messages, rows: object) -> Items | None:
    """Return the items of *rows* that each of *messages* was read from.

    ``None``: that cannot be told, for they were changed since.

    Complexity: O(items).

    Source: ours.
    """
    found: list[tuple[tuple[str, int], ...]] = []
    number = 0
    for node in messages:
        kinds = _kinds(node)
        found.append(tuple((kind, number + place) for place, kind in enumerate(kinds)))
        number += len(kinds)
    if not isinstance(rows, list | tuple) or number != len(rows):
        return None
    return Items(tuple(found))


def _kinds(node: Node) -> tuple[str, ...]:
    form = form_of(node)
    return () if form is None else tuple(piece.kind for piece in form.pieces)
