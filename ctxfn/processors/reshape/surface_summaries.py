"""Let the summary of older messages be read, and what was pinned among them."""

from __future__ import annotations

from functools import partial
from typing import Final, Literal

from attrs import evolve

from ctxfn.context import Note
from ctxfn.messages import (
    Compare,
    CompressedGroup,
    Council,
    Node,
    Part,
    Tasks,
    Text,
    User,
    all_inside,
    neutralise_all,
    neutralise_tags,
    text_of,
)
from ctxfn.pipeline import Told, each_message
from ctxfn.processors.reshape.own_words import by_user, if_any
from ctxfn.processors.reshape.take_apart import take_apart

__all__ = ["open_summary", "surface_summaries"]

_STEP: Final = "surface_summaries"
_NAME: Final = "compressed_history_summary"


@each_message
def surface_summaries(
    card: Council | Tasks | Compare | CompressedGroup,
    /,
    *,
    show: Literal["summary", "messages"] = "summary",
) -> Node | Told:
    """Put the summary of each compressed stretch in its place, as a user message of ours.

    Nobody said it: so it is no user's turn for templates and slots, and a budget keeps it, as it
    stands for all that is gone.

    Contract:
        The summary stands in an element of its own, which its words cannot close; several texts
        become one, unless other parts stand among them. A summary that says nothing gives no
        message, and the note says so. What was pinned follows, as the same objects. What the summary stands for is
        left out, and a note has the ids of all of it. With ``show="messages"`` it is the other
        way round: the messages themselves come back, and the summary is left out and noted,
        unless there are none; a pinned one that is among them by id comes once. Stretches
        inside other cards are opened there.

    Complexity: O(nodes inside, at any depth + characters of summaries).

    Source: LobeHub context-engine, compressed group; it loses what was pinned and summaries
    that are lists of parts, and makes empty messages of empty ones.

    Raises:
        TooManyNodes: the same cards stand inside each other so often that no end is near.

    Examples:
        >>> from ctxfn.messages import chat, text_of, user
        >>> card = CompressedGroup((Text("They chose blue."),), pinned=(user("Not red!"),))
        >>> for message in surface_summaries(chat(card)):
        ...     print(text_of(message))
        <compressed_history_summary>
        They chose blue.
        </compressed_history_summary>
        Not red!
    """
    return take_apart(card, {CompressedGroup: partial(open_summary, show=show)}, _STEP)


def open_summary(
    card: CompressedGroup, *, show: Literal["summary", "messages"] = "summary"
) -> Told:
    """Return what stands in place of *card*, stretches inside it still closed.

    Contract:
        `surface_summaries`, one level.

    Complexity: O(nodes inside, at any depth + characters).

    Source: ours.

    Examples:
        >>> from ctxfn.messages import user
        >>> told = open_summary(CompressedGroup((Text("They met."),), (user("Hi", id="m1"),)))
        >>> len(told.nodes), [(note.kind, note.ids) for note in told.notes]
        (1, [('summarised', ('m1',))])
    """
    if show == "messages" and card.compressed:
        return _restored(card)
    own = if_any(by_user(card))
    said = tuple(_shown(one) for one in own.nodes if isinstance(one, User))
    notes = own.notes
    if card.compressed:
        ids = _ids(card.compressed)
        instead = "a summary stands for them" if said else "and no summary stands for them"
        text = f"{len(card.compressed)} messages are not shown: {instead}"
        notes += (Note(_STEP, "summarised", text, ids),)
    return Told((*said, *card.pinned), notes)


def _restored(card: CompressedGroup) -> Told:
    ids = {one.id for one in card.compressed if one.id is not None}
    pinned = tuple(one for one in card.pinned if one.id not in ids)
    text = "a summary is not shown: the messages it stands for are"
    note = Note(_STEP, "summary-left-out", text, () if card.id is None else (card.id,))
    return Told(
        (*card.compressed, *pinned), (note,) if card.parts or card.blocks or card.marks else ()
    )


def _ids(nodes: tuple[Node, ...]) -> tuple[str, ...]:
    return tuple(node.id for node in all_inside(nodes) if node.id is not None)


def _shown(said: User) -> User:
    """Write the element around the words, and take from them the power to close it."""
    origin = evolve(said.origin, ours=_STEP)
    return evolve(said, parts=_enclosed(said.parts), origin=origin)


def _enclosed(parts: tuple[Part, ...]) -> tuple[Part, ...]:
    texts = [part for part in parts if isinstance(part, Text)]
    if len(texts) == len(parts) and not any(one.signature or one.extras for one in texts):
        texts = [Text(text_of(texts))]
        parts = tuple(texts)
    words = [part.text for part in texts]
    safe = iter(neutralise_tags(neutralise_all(words), (_NAME,)))
    changed = [evolve(part, text=next(safe)) if isinstance(part, Text) else part for part in parts]
    places = [place for place, part in enumerate(parts) if isinstance(part, Text)]
    head, tail = f"<{_NAME}>\n", f"\n</{_NAME}>"
    if not places:
        return (Text(head.rstrip()), *changed, Text(tail.lstrip()))
    for place, before, after in ((places[0], head, ""), (places[-1], "", tail)):
        part = changed[place]
        if isinstance(part, Text):
            changed[place] = evolve(part, text=f"{before}{part.text}{after}")
    return tuple(changed)
