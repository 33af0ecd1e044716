"""Make skills active where they stand, and list the wishes that came to nothing."""

from __future__ import annotations

from collections.abc import Iterable

from benchmarks.twins.shapes import Rows

__all__ = ["resolve_skills"]


def resolve_skills(rows: Rows, wishes: Iterable[dict[str, str | None]]) -> list[tuple[str, str]]:
    """Set ``active`` and ``content`` of the *rows* that *wishes* name, the last content winning."""
    wanted: list[list[dict[str, str | None]]] = [[] for _ in rows]
    identifiers: dict[str, int] = {}
    names: dict[str, int] = {}
    loosely: dict[str, int] = {}
    for place in range(len(rows) - 1, -1, -1):
        identifiers[rows[place]["identifier"]] = place
        names[rows[place]["name"]] = place
        loosely[rows[place]["name"].casefold()] = place
    unmet = []
    for wish in wishes:
        called = wish["skill"] or ""
        for known, key in ((identifiers, called), (names, called), (loosely, called.casefold())):
            if key in known:
                wanted[known[key]].append(wish)
                break
        else:
            unmet.append((called, "unknown"))
    for row, named in zip(rows, wanted, strict=True):
        brought = [wish["content"] for wish in named if (wish["content"] or "").strip()]
        own = (row["content"] or "").strip()
        if brought:
            row["active"], row["content"] = True, brought[-1]
        elif named and own and (row["active"] or not row["bundled"]):
            row["active"] = True
        elif named:
            locked = row["bundled"] and not row["active"]
            why = "bundled" if locked else "no-content"
            unmet += [(wish["skill"] or "", why) for wish in named]
    return unmet
