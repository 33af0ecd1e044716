"""Which of the answers that stand side by side a person chose."""

from __future__ import annotations

from typing import Literal, TypeAlias

from ctxfn.messages import Compare

__all__ = ["IfNone", "chosen_columns"]

IfNone: TypeAlias = Literal["all", "first", "last"]
"""Which columns stay where nobody chose one."""


def chosen_columns(card: Compare, if_none: IfNone = "all") -> range:
    """Return the places of the columns that stay.

    Contract:
        The column that `active` names, by its own id or else by that of a node that stands in
        it; where none is named or the named one is not there, those that *if_none* says.

    Complexity: O(columns and nodes that stand in them).

    Source: ours.

    Examples:
        >>> from ctxfn.messages import Column
        >>> columns = (Column(id="a"), Column(id="b"))
        >>> chosen_columns(Compare(columns, "b")), chosen_columns(Compare(columns, "c"))
        (range(1, 2), range(0, 2))
    """
    count = len(card.columns)
    if card.active is not None:
        for place, column in enumerate(card.columns):
            if column.id == card.active:
                return range(place, place + 1)
        for place, column in enumerate(card.columns):
            if any(one.id == card.active for one in column.nodes):
                return range(place, place + 1)
    if if_none == "first":
        return range(min(count, 1))
    return range(count) if if_none == "all" else range(max(count - 1, 0), count)
