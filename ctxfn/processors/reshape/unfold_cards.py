"""Take apart whatever card no other step knew; behind this, there are messages alone."""

from __future__ import annotations

from typing import Final

from ctxfn.context import Note
from ctxfn.messages import Card
from ctxfn.pipeline import Told, each_message
from ctxfn.processors.reshape.unfold_any import unfold_any

__all__ = ["unfold_cards"]

_STEP: Final = "unfold_cards"


@each_message
def unfold_cards(card: Card, /) -> Told:
    """Put the messages that *card* holds in its place.

    Later steps look at messages alone: a call inside a card would not be paired with its
    result, and an envelope that somebody forged inside one would not be seen.

    Contract:
        `ctxfn.processors.reshape.unfold_any`, with one note a card, and those of what was left
        out of it. Messages are left as the same objects; twice is once.

    Complexity: O(nodes inside), at any depth.

    Source: ours; it is one way for all cards, and the steps that run before have the options.

    Raises:
        TooManyNodes: the same cards stand inside each other so often that no end is near.

    Examples:
        >>> from ctxfn.messages import Council, assistant, chat, user
        >>> said = chat(user("Who is right?"), Council((assistant("me"), assistant("I am"))))
        >>> [message.role for message in unfold_cards(said)]
        ['user', 'assistant', 'assistant']
    """
    inner, notes = unfold_any(card, _STEP)
    text = f"no model reads the role {card.role!r}: {len(inner)} messages stand in its place"
    named = () if card.id is None else (card.id,)
    return Told(inner, (Note(_STEP, "unreadable-role", text, named), *notes))
