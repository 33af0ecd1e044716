"""Let words stand for pictures that are too large for a target, the oldest first."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Annotated, Final, NamedTuple

from annotated_types import Ge

from ctxfn.context import Note
from ctxfn.messages import Image, Messages, Node, Text, reuse, with_parts
from ctxfn.pipeline import Changed, processor
from ctxfn.tokens import Size, size_of_image

__all__ = ["LargeImage", "large_images", "limit_images"]

_STEP: Final = "limit_images"


@processor
def limit_images(
    messages: Messages,
    /,
    *,
    side: Annotated[int, Ge(1)] | None = None,
    many: Annotated[int, Ge(0)] | None = None,
    many_side: Annotated[int, Ge(1)] | None = None,
) -> Messages | Changed:
    """Put words in place of pictures with a side above *side* pixels, and of some in a crowd.

    Contract:
        Where more than *many* pictures stand in all messages together, and one of them has a
        side above *many_side*, the oldest go until *many* are left, or none of those left is
        too large. Sizes are read from the bytes that are there; of a picture behind an
        address nothing is known, so it counts and is never too large. The words say the size
        if it is known. Each message that changes is noted. Nothing too large: the same object.
        Twice is once.

    Complexity: O(parts), and the header of each picture.

    Source: catalogue rules ``image-too-large`` and ``image-too-large-many``.

    Examples:
        >>> from ctxfn.messages import chat, text_of, user
        >>> wide = Image(url="data:image/gif;base64,R0lGODlhgALgAQ==")
        >>> text_of(limit_images(chat(user("Look:", wide)), side=500)[0])
        'Look:\\n\\n[image omitted: 640x480]'
    """
    alone = [one for one in _sized(messages) if one.above(side)]
    crowd = _crowd(messages, {one.place for one in alone}, many, many_side)
    gone = {one.place: one.size for one in (*alone, *crowd)}
    if not gone:
        return messages
    after: list[Node] = list(messages)
    notes: list[Note] = []
    for index in sorted({index for index, _ in gone}):
        node = messages[index]
        sizes = {part: size for (at, part), size in gone.items() if at == index}
        parts = tuple(
            Text(_words(sizes[number])) if number in sizes else part
            for number, part in enumerate(node.parts)
        )
        after[index] = with_parts(node, parts)
        text = f"words stand for {len(sizes)} pictures that are too many or too large"
        ids = () if node.id is None else (node.id,)
        notes.append(Note(_STEP, "stand-in", text, ids, (index,)))
    return Changed(reuse(messages, after), tuple(notes))


class LargeImage(NamedTuple):
    """A picture: the message and part that it is, and its size if the bytes tell it."""

    place: tuple[int, int]
    size: Size | None

    @property
    def words(self) -> str:
        """What to say of it."""
        known = "" if self.size is None else f" of {self.size.width}x{self.size.height}"
        return f"a picture{known}"

    def above(self, side: int | None) -> bool:
        """Say whether a side is known to be longer than *side* pixels; ``None`` is no limit."""
        return (
            side is not None
            and self.size is not None
            and max(self.size.width, self.size.height) > side
        )


def large_images(
    messages: Sequence[Node], *, side: int | None, many: int | None, many_side: int | None
) -> tuple[tuple[LargeImage, ...], tuple[LargeImage, ...]]:
    """Return the pictures that are too large by themselves, and those too large in their crowd.

    Contract:
        In reading order. Where no more than *many* stand in all messages, none is in a crowd.

    Complexity: O(parts), and the header of each picture.

    Source: as `limit_images`.

    Examples:
        >>> from ctxfn.messages import user
        >>> wide = Image(url="data:image/gif;base64,R0lGODlhgALgAQ==")
        >>> alone, crowd = large_images([user(wide)], side=500, many=20, many_side=400)
        >>> len(alone), len(crowd)
        (1, 0)
    """
    seen = tuple(_sized(messages))
    alone = tuple(one for one in seen if one.above(side))
    crowded = many is not None and len(seen) > many
    return alone, tuple(one for one in seen if crowded and one.above(many_side))


def _crowd(
    messages: Messages, gone: set[tuple[int, int]], many: int | None, many_side: int | None
) -> list[LargeImage]:
    """Choose the oldest, until few enough are left or none that is too large."""
    left = [one for one in _sized(messages) if one.place not in gone]
    if many is None or many_side is None:
        return []
    wide = max((n for n, one in enumerate(left) if one.above(many_side)), default=-1)
    return left[: min(max(len(left) - many, 0), wide + 1)]


def _sized(messages: Sequence[Node]) -> Iterator[LargeImage]:
    for index, node in enumerate(messages):
        for number, part in enumerate(node.parts):
            if isinstance(part, Image):
                yield LargeImage((index, number), size_of_image(part))


def _words(size: Size | None) -> str:
    known = "" if size is None else f": {size.width}x{size.height}"
    return f"[image omitted{known}]"
