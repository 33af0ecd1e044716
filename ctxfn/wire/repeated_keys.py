"""Keys that an object has twice: parsing keeps the last value, and decoding says so."""

from __future__ import annotations

from collections.abc import Iterable

from attrs import evolve

from ctxfn.messages import JsonPath, path_text
from ctxfn.wire.codec import Conversation, Loss

__all__ = ["told_repeats"]


def told_repeats(read: Conversation, repeated: Iterable[JsonPath], /) -> Conversation:
    """Add to the problems of *read* the keys that were *repeated* in the text it came from.

    Contract:
        A path through the list of messages names the message by its index. None: the same
        object.

    Complexity: O(paths).

    Source: RFC 8259 leaves open what a repeated key means; most readers take the last value.

    Examples:
        >>> from pyrsistent import pvector
        >>> told_repeats(Conversation(pvector()), [("messages", 1, "content")]).problems
        (Loss(index=1, path='content', reason='found the key twice, the last value read'),)
    """
    problems = tuple(_problem(path) for path in repeated)
    return evolve(read, problems=(*read.problems, *problems)) if problems else read


def _problem(path: JsonPath) -> Loss:
    inside = path[1:] if path[:1] == ("messages",) else path
    first = inside[0] if inside else None
    reason = "found the key twice, the last value read"
    if isinstance(first, int):
        return Loss(first, path_text(inside[1:]), reason)
    return Loss(None, path_text(path), reason)
