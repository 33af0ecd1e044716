"""What a card says itself, besides what it holds."""

from __future__ import annotations

from attrs import evolve

from ctxfn.context import Note
from ctxfn.messages import (
    Assistant,
    Compare,
    CompressedGroup,
    Council,
    Message,
    TaskCallback,
    Tasks,
    Unknown,
    User,
    Verification,
    has_content,
)
from ctxfn.pipeline import Told

__all__ = ["by_agent", "by_user", "if_any"]


def by_agent(card: Council | Tasks | Compare) -> Assistant:
    """Return the words of *card* as an agent's, with its id, blocks, marks, origin and extras.

    Contract:
        What it holds is left out, and so is how the card was written.

    Complexity: O(1).

    Source: ours; the re-created system loses these words.

    Examples:
        >>> from ctxfn.messages import Text
        >>> by_agent(Council(parts=(Text("They disagree."),))).role
        'assistant'
    """
    said = Assistant(card.parts, card.id, blocks=card.blocks, marks=card.marks)
    return evolve(said, origin=card.origin, extras=card.extras)


def by_user(card: CompressedGroup | TaskCallback | Verification | Unknown) -> User:
    """Return the words of *card* as a user's: nobody else vouches for them.

    Contract:
        As `by_agent`.

    Complexity: O(1).

    Source: ours.

    Examples:
        >>> from ctxfn.messages import Text
        >>> by_user(Unknown("note", (Text("mind the gap"),))).role
        'user'
    """
    said = User(card.parts, card.id, None, card.blocks, card.marks)
    return evolve(said, origin=card.origin, extras=card.extras)


def if_any(said: Message) -> Told:
    """Return *said* if it says something; else nothing, with a note if marks go with it.

    Contract:
        Blank words are none. One message, or none.

    Complexity: O(parts).

    Source: ours.

    Examples:
        >>> from ctxfn.messages import Reaction
        >>> told = if_any(User(marks=(Reaction("+"),)))
        >>> told.nodes, [note.kind for note in told.notes]
        ((), ['lost-marks'])
    """
    if has_content(said):
        return Told((said,))
    if not said.marks:
        return Told(())
    kinds = ", ".join(dict.fromkeys(type(mark).__name__ for mark in said.marks))
    text = f"a card without words of its own had {kinds}, and no message of it is left to have them"
    return Told((), (Note("", "lost-marks", text, () if said.id is None else (said.id,)),))
