"""Unfold assistant groups and supervisor cards into plain rows, in place."""

from __future__ import annotations

from benchmarks.twins.shapes import Row, Rows
from benchmarks.twins.unfolding import own_words, unfold_block

__all__ = ["flatten_groups"]

_CARDS = frozenset({"assistantGroup", "supervisor"})
_TIMES = ("createdAt", "updatedAt", "meta")
_PLACES = ("parentId", "threadId", "groupId", "agentId", "targetId", "topicId")


def flatten_groups(rows: Rows) -> None:
    """Replace each card by its own words, then its blocks, each with its results.

    A supervisor card without a list of blocks is left to `restore_supervisor`.
    """
    if not any(row.get("role") in _CARDS for row in rows):
        return
    flat: Rows = []
    for row in rows:
        if row.get("role") not in _CARDS:
            flat.append(row)
            continue
        children = row.get("children")
        if isinstance(children, list):
            _unfold(row, children, flat)
        elif row["role"] == "supervisor":
            flat.append(row)
        else:
            row["role"] = "assistant"
            flat.append(row)
    rows[:] = flat


def _unfold(card: Row, children: list[object], flat: Rows) -> None:
    flat.extend(own_words(card, "children"))
    times = [(key, card[key]) for key in _TIMES if key in card]
    places = [(key, card[key]) for key in _PLACES if card.get(key)]
    for child in children:
        if isinstance(child, dict):
            unfold_block(child, times, places, flat)
