"""Words of the application around those of somebody else, with media left in their place."""

from __future__ import annotations

from ctxfn.messages import Part, Text, text_of

__all__ = ["around_texts", "put_into"]


def around_texts(parts: tuple[Part, ...], before: str, after: str) -> tuple[Part, ...]:
    """Put *before* in front of the first text of *parts*, and *after* behind the last.

    Contract:
        Other parts stay where they are. Without a text both stand in one of their own, in
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
    places = [place for place, part in enumerate(parts) if isinstance(part, Text)]
    if not places:
        return (Text(f"{before}{after}"), *parts)
    changed = list(parts)
    changed[places[0]] = _around(changed[places[0]], before, "")
    changed[places[-1]] = _around(changed[places[-1]], "", after)
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


def _around(part: Part, before: str, after: str) -> Part:
    assert isinstance(part, Text)
    return Text(f"{before}{part.text}{after}", part.signature, part.extras)
