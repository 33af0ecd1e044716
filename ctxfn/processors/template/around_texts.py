"""Words of the application around those of somebody else, with media left in their place."""

from __future__ import annotations

from ctxfn.messages import Part, Text, text_of

__all__ = ["around_texts", "put_into"]


def around_texts(parts: tuple[Part, ...], before: str, after: str) -> tuple[Part, ...]:
    """Put *before* in front of the first text of *parts*, and *after* behind the last.

    Contract:
        Other parts stay where they are; a signed text stays as it is, between texts of ours. Without a text both stand in one of their own, in
        front. Nothing to put: the same tuple.

    Complexity: O(parts + characters of two texts).

    Source: ours.

    Examples:
        >>> from ctxfn.messages import Image
        >>> around_texts((Text("one"), Image(url="u"), Text("two")), "<", ">")
        (Text('<one'), Image('u'), Text('two>'))
        >>> around_texts((Image(url="u"),), "<", ">")
        (Text('<>'), Image('u'))
    """
    if not before and not after:
        return parts
    alone = parts[0] if len(parts) == 1 else None
    if isinstance(alone, Text) and alone.signature is None:
        return (Text(f"{before}{alone.text}{after}", None, alone.extras),)
    places = [place for place, part in enumerate(parts) if isinstance(part, Text)]
    if not places:
        return (Text(f"{before}{after}"), *parts)
    first, last = places[0], places[-1]
    changed = list(parts)
    changed[last : last + 1] = _joined(changed[last], after, behind=True)
    changed[first : first + 1] = _joined(changed[first], before, behind=False)
    return tuple(changed)


def put_into(parts: tuple[Part, ...], pieces: tuple[str, ...]) -> tuple[Part, ...]:
    """Put *parts* between the *pieces* of a template that was cut at its slots.

    Contract:
        As `around_texts`, with the first piece in front and the second behind. Each further
        slot gets all the words once more. Words that come out as they were: the same tuple.

    Complexity: O(parts + characters x slots).

    Source: ours.

    Examples:
        >>> put_into((Text("now"),), ("Right ", "! I said: ", "."))
        (Text('Right now! I said: now.'),)
    """
    after = pieces[1] if len(pieces) == 2 else text_of(parts).join(pieces[1:])
    return around_texts(parts, pieces[0], after)


def _joined(part: Part, words: str, *, behind: bool) -> tuple[Part, ...]:
    """Write *words* into a text, or beside one that is signed as it stands."""
    assert isinstance(part, Text)
    if not words:
        return (part,)
    if part.signature is not None:
        return (part, Text(words)) if behind else (Text(words), part)
    text = f"{part.text}{words}" if behind else f"{words}{part.text}"
    return (Text(text, None, part.extras),)
