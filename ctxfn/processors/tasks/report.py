"""A card that reports something, as a message of the user's side."""

from __future__ import annotations

from attrs import evolve

from ctxfn.messages import (
    Attribute,
    Part,
    Reported,
    TaskCallback,
    Text,
    User,
    Verification,
    enclose,
    escape,
    has_content,
    is_blank,
    text_of,
)
from ctxfn.processors.template import around_texts

__all__ = ["report"]


def report(
    card: TaskCallback | Verification,
    element: str,
    about: str | None = None,
    **attributes: Attribute,
) -> User | None:
    """Return what *card* says inside *element* as a user message, or nothing if it says nothing.

    Contract:
        Words are escaped and stand on lines of their own, white space around them is cut off.
        Texts alone become one text, a blank line between them; media stay where they are.
        The message is marked `Reported`, so that nobody takes it for a person's; it is not
        ours either, since somebody else chose its words. Id, marks, blocks, origin and extras
        are the card's.

    Complexity: O(characters).

    Source: ours.

    Examples:
        >>> report(Verification((Text(" 1 < 2 "),)), "feedback").parts
        (Text('<feedback>\\n1 &lt; 2\\n</feedback>'),)
    """
    if not has_content(card):
        return None
    parts = card.parts
    if any(not (isinstance(part, Text) and is_blank(part.text)) for part in parts):
        # Nothing in an attribute ends a line, so the empty one between the tags is the first.
        opening, closing = enclose(element, "", **attributes).split("\n\n")
        parts = around_texts(_escaped(parts), f"{opening}\n", f"\n{closing}")
    marks = (*card.marks, Reported(card.role, about))
    return User(parts, card.id, None, card.blocks, marks, card.origin, card.extras)


def _escaped(parts: tuple[Part, ...]) -> tuple[Part, ...]:
    """Escape all texts, and cut the white space at both ends of what they say together."""
    texts = [part for part in parts if isinstance(part, Text)]
    if len(texts) == len(parts) and all(one == Text(one.text) for one in texts):
        return (Text(escape(text_of(parts).strip())),)
    changed = list(parts)
    places = [place for place, part in enumerate(parts) if isinstance(part, Text)]
    for place in places:
        part = changed[place]
        assert isinstance(part, Text)
        text = part.text.lstrip() if place == places[0] else part.text
        text = text.rstrip() if place == places[-1] else text
        changed[place] = evolve(part, text=escape(text))
    return tuple(changed)
