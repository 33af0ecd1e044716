"""Unfold cards of delegated tasks into one row a task, in place."""

from __future__ import annotations

from benchmarks.twins.shapes import Row, Rows
from benchmarks.twins.unfolding import own_words, with_fields

__all__ = ["flatten_tasks"]

_CARDS = frozenset({"tasks", "groupTasks"})
_PLACES = ("parentId", "threadId", "groupId", "topicId")


def flatten_tasks(rows: Rows) -> None:
    """Replace each card by its own words, then its tasks; cards within cards alike."""
    if not any(row.get("role") in _CARDS for row in rows):
        return
    flat: Rows = []
    for row in rows:
        if row.get("role") in _CARDS:
            _unfold(row, flat)
        else:
            flat.append(row)
    rows[:] = flat


def _unfold(card: Row, flat: Rows) -> None:
    flat.extend(own_words(card, "tasks"))
    places = [(key, card[key]) for key in _PLACES if card.get(key)]
    tasks = card.get("tasks")
    for task in tasks if isinstance(tasks, list) else ():
        if not isinstance(task, dict):
            continue
        with_fields(task, places)
        if isinstance(task.get("tasks"), list):
            _unfold(task, flat)
        else:
            task["role"] = "task"
            flat.append(task)
