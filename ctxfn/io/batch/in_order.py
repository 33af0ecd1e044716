"""Hand out chunks to workers, a window of them, and yield what comes back in order."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator
from typing import Final, Generic, TypeVar

from attrs import frozen

from ctxfn.io.batch.errors import WorkerDied
from ctxfn.io.batch.outcome import Bad, Outcome, Outcomes
from ctxfn.io.batch.pool import Pool

__all__ = ["Chunk", "in_order"]

T = TypeVar("T")

#: Chunks in flight for each worker: one in its hands, and as many as hide a slow one before it.
_AHEAD: Final = 4

#: Bytes in flight beyond which no chunk is begun unless there is none.
_MOST_BYTES: Final = 64_000_000


@frozen
class Chunk(Generic[T]):
    """Values that are worked on together, how many bytes they are, and whose they are."""

    values: tuple[object, ...]
    weight: int
    label: T


def in_order(pool: Pool, chunks: Iterable[Chunk[T]]) -> Iterator[tuple[Chunk[T], Outcomes]]:
    """Yield each chunk with its outcomes, in the order of *chunks*.

    Contract:
        A window of chunks is read ahead, by number and by bytes, so any number of them takes
        the memory of the window. A chunk whose worker died is tried again value by value; a
        value whose worker died alone, with nothing else at work, is a `Bad` of `WorkerDied`.
    """
    return _Run(pool, iter(chunks)).answers()


class _Open(Generic[T]):
    """A chunk that was begun, with the outcomes it has so far."""

    def __init__(self, chunk: Chunk[T]) -> None:
        self.chunk = chunk
        self.outcomes: list[Outcome | None] = [None] * len(chunk.values)
        self.missing = len(chunk.values)

    def put(self, start: int, outcomes: Outcomes) -> None:
        self.outcomes[start : start + len(outcomes)] = outcomes
        self.missing -= len(outcomes)

    @property
    def whole(self) -> Outcomes:
        return tuple(one for one in self.outcomes if one is not None)


@frozen
class _Piece(Generic[T]):
    """Some values of a chunk that went out together, and how often their worker died."""

    opened: _Open[T]
    start: int
    stop: int
    deaths: int = 0

    @property
    def values(self) -> tuple[object, ...]:
        return self.opened.chunk.values[self.start : self.stop]


class _Run(Generic[T]):
    def __init__(self, pool: Pool, chunks: Iterator[Chunk[T]]) -> None:
        self._pool = pool
        self._chunks = chunks
        self._begun: deque[_Open[T]] = deque()
        self._out: dict[int, _Piece[T]] = {}
        self._suspects: deque[_Piece[T]] = deque()
        self._ticket = 0
        self._bytes = 0
        self._all_read = False

    def answers(self) -> Iterator[tuple[Chunk[T], Outcomes]]:
        while True:
            self._fill()
            while self._begun and not self._begun[0].missing:
                done = self._begun.popleft()
                self._bytes -= done.chunk.weight
                yield done.chunk, done.whole
                self._fill()
            if not self._begun:
                return
            ticket, outcomes = self._pool.take()
            piece = self._out.pop(ticket)
            if outcomes is None:
                self._died(piece)
            else:
                piece.opened.put(piece.start, outcomes)

    def _fill(self) -> None:
        """Begin what may be begun; while a value is under suspicion, it alone."""
        if self._suspects:
            if not self._out:
                self._submit(self._suspects.popleft())
            return
        if any(piece.deaths for piece in self._out.values()):
            return
        while not self._all_read and len(self._begun) < self._pool.width * _AHEAD:
            if self._begun and self._bytes >= _MOST_BYTES:
                return
            chunk = next(self._chunks, None)
            if chunk is None:
                self._all_read = True
                return
            opened = _Open(chunk)
            self._begun.append(opened)
            self._bytes += chunk.weight
            if chunk.values:
                self._submit(_Piece(opened, 0, len(chunk.values)))

    def _submit(self, piece: _Piece[T]) -> None:
        self._out[self._ticket] = piece
        self._pool.submit(self._ticket, piece.values)
        self._ticket += 1

    def _died(self, piece: _Piece[T]) -> None:
        deaths = piece.deaths + 1
        if piece.stop - piece.start > 1:
            for place in range(piece.start, piece.stop):
                self._submit(_Piece(piece.opened, place, place + 1))
        elif deaths > self._pool.tries:
            piece.opened.put(piece.start, (Bad(WorkerDied(deaths)),))
        else:
            self._suspects.append(_Piece(piece.opened, piece.start, piece.stop, deaths))
