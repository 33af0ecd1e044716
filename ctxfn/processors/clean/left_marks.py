"""The marks of a message that stay where its store's fields are stripped."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from ctxfn.messages import ContextSelection, Executed, Mark, PageSelection, RetryOf

__all__ = ["left_marks"]

#: Marks that are told by now, and keys of a store for them: a pipeline run anew would tell again.
_TOLD: Final[Mapping[type[Mark], str]] = {
    PageSelection: "pageSelections",
    ContextSelection: "contextSelections",
    Executed: "hookPreparation",
}


def left_marks(
    marks: tuple[Mark, ...], cleared: dict[str, str], place: int, stripped: dict[str, list[int]]
) -> tuple[Mark, ...]:
    """Return the *marks* that stay, and add to *stripped* the keys of a store for those that go.

    *cleared* are the fields that go, by name, with the key each has in a store.
    """
    left = []
    for mark in marks:
        key = cleared.get("retry_of") if isinstance(mark, RetryOf) else _TOLD.get(type(mark))
        if key is None:
            left.append(mark)
        else:
            stripped.setdefault(key, []).append(place)
    return tuple(left)
