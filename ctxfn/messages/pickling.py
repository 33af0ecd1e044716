"""Cards travel as our own JSON, so that pickle and copy need no stack for deep ones."""

from __future__ import annotations

import copyreg
import json
from typing import cast

from pyrsistent import pvector

from ctxfn.messages.canonical import read_messages, written
from ctxfn.messages.cards import Column, Compare, CompressedGroup, Council, Node, Tasks
from ctxfn.messages.deep_json import read_deep

__all__ = ["revive"]


def revive(text: str) -> Node:
    """Make the one card again that *text* holds."""
    return _read(text)


def revive_column(text: str) -> Column:
    """Make the column again that *text* holds, in a comparison of its own."""
    return cast("Compare", _read(text)).columns[0]


def _read(text: str) -> Node:
    """Read what `_flattened` wrote: our own, so its depth and its numbers are not questioned."""
    try:
        body: object = json.loads(text)
    except RecursionError:
        body = read_deep(text)
    return read_messages(body, deepest=None)[0]


def _flattened(card: Node) -> tuple[object, tuple[str]]:
    return revive, (written(pvector([card]), sort_keys=False),)


def _flattened_column(column: Column) -> tuple[object, tuple[str]]:
    return revive_column, (written(pvector([Compare((column,))]), sort_keys=False),)


# Only cards that can hold cards are deep. How they were written is not kept: it is a cache.
for _kind in (Council, Compare, Tasks, CompressedGroup):
    copyreg.pickle(_kind, _flattened)  # type: ignore[arg-type]
copyreg.pickle(Column, _flattened_column)  # type: ignore[arg-type]
