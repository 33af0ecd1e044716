"""Keep the newest whole atoms within a number of tokens, in place."""

from __future__ import annotations

from collections.abc import Callable

from benchmarks.twins.groups import atoms_of
from benchmarks.twins.shapes import Row, Rows

__all__ = ["fit_tokens"]


def fit_tokens(
    rows: Rows,
    *,
    budget: int,
    count: Callable[[Row], int],
    pinned: Callable[[Row], bool] = lambda row: row.get("role") == "system",
) -> None:
    """Cut *rows* to the pinned messages and the newest atoms that fit beside them in *budget*.

    A call and its results stay or go together, at the place of the first of them. An atom
    that does not fit ends the search. ValueError if the pinned messages do not fit, or
    nothing but system messages would be left.
    """
    atoms: dict[int, list[int]] = {}
    for index, name in enumerate(atoms_of(rows)):
        atoms.setdefault(name, []).append(index)
    fixed = [atom for atom in atoms.values() if any(pinned(rows[index]) for index in atom)]
    kept = {index for atom in fixed for index in atom}
    room = budget - sum([count(rows[index]) for index in kept])
    if room < 0:
        raise ValueError(f"{budget} tokens do not hold the pinned messages: {-room} are missing")
    for atom in reversed(atoms.values()):
        if atom[0] in kept:
            continue
        room -= sum([count(rows[index]) for index in atom])
        if room < 0:
            break
        kept.update(atom)
    if len(kept) == len(rows):
        return
    if all(rows[index].get("role") == "system" for index in kept):
        raise ValueError(f"{budget} tokens do not hold the newest message: {-room} are missing")
    rows[:] = [row for index, row in enumerate(rows) if index in kept]
