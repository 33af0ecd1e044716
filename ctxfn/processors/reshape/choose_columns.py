"""Let one of the answers that stand side by side speak: the one a person chose."""

from __future__ import annotations

from functools import partial
from typing import Final

from ctxfn.context import Note
from ctxfn.messages import Column, Compare, CompressedGroup, Council, Node, Tasks, all_inside
from ctxfn.pipeline import Told, each_message
from ctxfn.processors.reshape.chosen_columns import IfNone, chosen_columns
from ctxfn.processors.reshape.own_words import by_agent, if_any
from ctxfn.processors.reshape.take_apart import take_apart

__all__ = ["choose_columns", "open_compare"]

_STEP: Final = "choose_columns"


@each_message
def choose_columns(
    card: Council | Tasks | Compare | CompressedGroup,
    /,
    *,
    if_none: IfNone = "all",
) -> Node | Told:
    """Put the chosen column of each comparison in its place.

    The answers were given by different models to one question; sent all together they read as
    if one had answered several times.

    Contract:
        Chosen is the column that `active` names, by its own id or else by that of a node in it.
        Where no column is named, or the named one is not there, *if_none* says which stay: all,
        the first or the last. What is left out is in a note with the ids of all that was in it.
        What the comparison says itself comes first, as an assistant's. The nodes are the same
        objects. Comparisons inside other cards are resolved there, and inside columns too.

    Complexity: O(nodes inside), at any depth.

    Source: ours; the re-created system sends the card itself, with a role that no API has.

    Raises:
        TooManyNodes: the same cards stand inside each other so often that no end is near.

    Examples:
        >>> from ctxfn.messages import assistant, chat, text_of
        >>> one, two = Column((assistant("42", id="a"),)), Column((assistant("41", id="b"),))
        >>> [text_of(m) for m in choose_columns(chat(Compare((one, two), active="b")))]
        ['41']
        >>> [text_of(m) for m in choose_columns(chat(Compare((one, two))), if_none="first")]
        ['42']
    """
    return take_apart(card, {Compare: partial(open_compare, if_none=if_none)}, _STEP)


def open_compare(card: Compare, *, if_none: IfNone = "all") -> Told:
    """Return what stands in place of *card*, comparisons inside it still closed.

    Contract:
        `choose_columns`, one level.

    Complexity: O(nodes inside the columns that are left out, at any depth).

    Source: ours.

    Examples:
        >>> from ctxfn.messages import assistant
        >>> one, two = Column((assistant("42"),), "left"), Column((assistant("41"),), "right")
        >>> told = open_compare(Compare((one, two), active="left"))
        >>> len(told.nodes), [note.kind for note in told.notes]
        (1, ['column-left-out'])
    """
    own = if_any(by_agent(card))
    chosen = chosen_columns(card, if_none)
    nodes = [one for place in chosen for one in card.columns[place].nodes]
    notes = [
        _left_out(column, place, chosen[0])
        for place, column in enumerate(card.columns)
        if place not in chosen and column.nodes
    ]
    return Told((*own.nodes, *nodes), (*own.notes, *notes))


def _left_out(column: Column, place: int, chosen: int) -> Note:
    ids = (column.id, *(node.id for node in all_inside(column.nodes)))
    name = "" if column.id is None else f" ({column.id})"
    text = f"answer {place + 1}{name} of a comparison was left out, answer {chosen + 1} stays"
    return Note(_STEP, "column-left-out", text, tuple(one for one in ids if one is not None))
