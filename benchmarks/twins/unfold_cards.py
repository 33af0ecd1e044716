"""Any card taken apart, in place: all the steps for cards, until there are none."""

from __future__ import annotations

from benchmarks.twins.choose_columns import choose_columns
from benchmarks.twins.flatten_councils import flatten_councils
from benchmarks.twins.flatten_groups import flatten_groups
from benchmarks.twins.flatten_tasks import flatten_tasks
from benchmarks.twins.restore_supervisor import restore_supervisor
from benchmarks.twins.shapes import Rows
from benchmarks.twins.surface_cards import surface_summaries
from benchmarks.twins.unfolding import has_words

__all__ = ["unfold_cards"]

_MESSAGES = frozenset({"system", "developer", "user", "assistant", "tool"})
_OPENERS = (surface_summaries, choose_columns, flatten_councils, flatten_groups, flatten_tasks)


def unfold_cards(rows: Rows) -> None:
    """Put messages in the place of each card; a task is its agent's, any other role a person's."""
    before = -1
    while before != len(rows):
        before = len(rows)
        for opener in _OPENERS:
            opener(rows)
    restore_supervisor(rows)
    rows[:] = [row for row in rows if row.get("role") in _MESSAGES or has_words(row["content"])]
    for row in rows:
        if row.get("role") not in _MESSAGES:
            row["role"] = "assistant" if row["role"] == "task" else "user"
