"""Keep the newest messages, in place."""

from __future__ import annotations

from benchmarks.twins.groups import atoms_of
from benchmarks.twins.shapes import Rows

__all__ = ["keep_messages"]


def keep_messages(rows: Rows, *, count: int) -> None:
    """Keep the system messages and the newest calls with their results, *count* messages at most."""
    atoms: dict[int, list[int]] = {}
    for place, name in enumerate(atoms_of(rows)):
        atoms.setdefault(name, []).append(place)
    kept: set[int] = set()
    for atom in sorted(atoms.values(), key=min, reverse=True):
        if rows[atom[0]].get("role") in ("system", "developer"):
            continue
        count -= len(atom)
        if count < 0:
            break
        kept.update(atom)
    rows[:] = [
        row
        for place, row in enumerate(rows)
        if place in kept or row.get("role") in ("system", "developer")
    ]
