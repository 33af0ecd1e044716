"""Let words stand for the oldest of too many pictures in a turn, or documents in a request."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, TypeAlias

from annotated_types import Ge

from ctxfn.context import Note
from ctxfn.messages import Assistant, Image, Messages, Node, Part, Text, is_flat, reuse, with_parts
from ctxfn.pipeline import Changed, processor
from ctxfn.processors.content.render_media import IMAGE_STAND_IN
from ctxfn.processors.legalize.stand_in_parts import words
from ctxfn.wire import is_document

__all__ = ["limit_media", "surplus_documents", "surplus_pictures"]

#: The place of a message, and the number of a part of it.
_At: TypeAlias = tuple[int, int]


def surplus_pictures(messages: Messages, most: int) -> tuple[tuple[int, int], ...]:
    """Name the places of pictures beyond *most* in one turn, the oldest of each turn.

    What is said between two answers, results among it, is one turn to a target that counts.

    Contract:
        In order; empty if there are not too many.

    Complexity: O(parts).

    Source: catalogue rule ``image-count``.

    Examples:
        >>> from ctxfn.messages import Image, chat, user
        >>> surplus_pictures(chat(user(Image(url="a"), Image(url="b"))), 1)
        ((0, 0),)
    """
    gone: list[_At] = []
    for turn in _turns(messages):
        found = [
            (place, number)
            for place in turn
            for number, part in enumerate(messages[place].parts)
            if isinstance(part, Image)
        ]
        gone += found[: max(len(found) - most, 0)]
    return tuple(gone)


def _turns(messages: Messages) -> Iterator[list[int]]:
    turn: list[int] = []
    for place, node in enumerate(messages):
        if isinstance(node, Assistant):
            yield turn
            yield [place]
            turn = []
        elif is_flat(node):
            turn.append(place)
    yield turn


def surplus_documents(messages: Messages, most: int) -> tuple[tuple[int, int], ...]:
    """Name the places of documents beyond *most* in all messages together, the oldest.

    Contract:
        In order; empty if there are not too many.

    Complexity: O(parts).

    Source: catalogue rule ``document-count``.

    Examples:
        >>> from ctxfn.messages import File, chat, user
        >>> surplus_documents(chat(user(File(name="a")), user(File(name="b"))), 1)
        ((0, 0),)
    """
    found = [
        (place, number)
        for place, node in enumerate(messages)
        if is_flat(node)
        for number, part in enumerate(node.parts)
        if is_document(part)
    ]
    return tuple(found[: max(len(found) - most, 0)])


@processor
def limit_media(
    messages: Messages,
    /,
    *,
    images: Annotated[int, Ge(0)] | None = None,
    documents: Annotated[int, Ge(0)] | None = None,
) -> Messages | Changed:
    """Keep at most *images* pictures in one turn, and *documents* in the whole conversation.

    Contract:
        The newest stay; words stand in the place of each of the others, a document's own words
        if they are known. What is said between two answers is one turn. Each message that
        changes is noted. Not too many, or no limit: the same object. Twice is once.

    Complexity: O(parts).

    Source: catalogue rules ``image-count`` and ``document-count``.

    Examples:
        >>> from ctxfn.messages import File, chat, text_of, user
        >>> said = chat(user("One:", File(name="a", text="Ahoy")), user("Two:", File(name="b")))
        >>> text_of(limit_media(said, documents=1)[0])
        'One:\\n\\n[The file a:]\\nAhoy'
    """
    gone: set[_At] = set()
    if images is not None:
        gone.update(surplus_pictures(messages, images))
    if documents is not None:
        gone.update(surplus_documents(messages, documents))
    if not gone:
        return messages
    numbers: dict[int, set[int]] = {}
    for place, number in sorted(gone):
        numbers.setdefault(place, set()).add(number)
    after: list[Node] = list(messages)
    notes: list[Note] = []
    for place, some in numbers.items():
        node = messages[place]
        parts = (_said(part, number in some) for number, part in enumerate(node.parts))
        after[place] = with_parts(node, tuple(parts))
        text = f"words stand for {len(some)} pictures or documents: the target takes fewer"
        ids = () if node.id is None else (node.id,)
        notes.append(Note("limit_media", "stand-in", text, ids, (place,)))
    return Changed(reuse(messages, after), tuple(notes))


def _said(part: Part, gone: bool) -> Part:
    if not gone:
        return part
    return Text(IMAGE_STAND_IN if isinstance(part, Image) else words(part))
