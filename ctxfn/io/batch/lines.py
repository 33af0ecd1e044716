"""Lines of a corpus: where each stood, its bytes, and what they are cut into for the workers."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

from attrs import frozen

from ctxfn.errors import CtxfnError
from ctxfn.io.batch.in_order import Chunk

__all__ = ["LINE_LIMIT", "LINE_SHOWN", "START", "Line", "Place", "in_chunks"]

#: Bytes that a line may have: its worker takes about thirty times as many.
LINE_LIMIT: Final = 64_000_000

#: As much of a line that is too long as shows which it was.
LINE_SHOWN: Final = 1_000

#: As many lines, or bytes, as are worth sending somewhere, and as few as all workers get some of.
_LINES: Final = 32
_BYTES: Final = 256_000


@frozen
class Place:
    """How far a corpus was read: which file, lines of it, and bytes of it (of a table: rows)."""

    file: int = 0
    line: int = 0
    offset: int = 0


START: Final = Place()


@frozen
class Line:
    """A line with its place; lines count from 1. `fault`: why it need not be looked at.

    `after` is where to go on behind it, `read` how many bytes it took of its file.
    """

    source: str
    number: int
    data: bytes
    after: Place
    read: int
    fault: CtxfnError | None = None


def in_chunks(lines: Iterable[Line]) -> Iterator[Chunk[tuple[Line, ...]]]:
    """Cut *lines* into chunks: so many lines or bytes, one line at least.

    Contract:
        All lines are in the chunks, in order; no chunk is empty.
    """
    held: list[Line] = []
    weight = 0
    for line in lines:
        held.append(line)
        weight += len(line.data)
        if len(held) >= _LINES or weight >= _BYTES:
            yield Chunk(tuple(held), weight, tuple(held))
            held, weight = [], 0
    if held:
        yield Chunk(tuple(held), weight, tuple(held))
