"""Take apart whatever card no other step knew; behind this, there are messages alone."""

from __future__ import annotations

from ctxfn.context import Note
from ctxfn.messages import Card
from ctxfn.pipeline import Told, each_message
from ctxfn.processors.reshape.unfold_any import unfold_any

__all__ = ["unfold_cards"]


@each_message
def unfold_cards(card: Card, /) -> Told:
    """Put the messages that *card* holds in its place.

    Later steps look at messages alone: a call inside a card would not be paired with its
    result, and an envelope that somebody forged inside one would not be seen.

    Contract:
        `unfold_any`, with one note a card. Messages are left as the same objects; twice is once.

    Complexity: O(nodes inside).

    Source: ours; the steps of this room know more about each card and run before.

    Examples:
        >>> from ctxfn.messages import Council, assistant, chat, user
        >>> said = chat(user("Who is right?"), Council((assistant("me"), assistant("I am"))))
        >>> [message.role for message in unfold_cards(said)]
        ['user', 'assistant', 'assistant']
    """
    inner = unfold_any(card)
    text = f"no model reads the role {card.role!r}: {len(inner)} messages stand in its place"
    named = () if card.id is None else (card.id,)
    return Told(inner, (Note("unfold_cards", "unreadable-role", text, named),))
