"""Cover a conversation with pieces: those that are remembered, and new ones in between."""

from __future__ import annotations

import operator
import pickle
from collections.abc import Sequence
from itertools import chain
from typing import Final

from attrs import frozen
from pyrsistent import pvector

from ctxfn.context import Context, Known
from ctxfn.messages import Generations, Messages, Node, first_said, is_said
from ctxfn.pipeline.pieces import Piece, are_apart, join, make_piece
from ctxfn.pipeline.reach import Side
from ctxfn.pipeline.stages import SIDES, Stage
from ctxfn.pipeline.stretches import border_behind, tail_of

__all__ = ["LONG", "SHORT", "Covering", "Last", "Memory"]

#: Pieces grow to so many messages: at the beginning of a pipeline, and behind a step that
#: saw everything, and may have cut what comes first.
LONG: Final = 512
SHORT: Final = 32

Facts = tuple[tuple[object, ...], ...]


@frozen(eq=False)
class Last:
    """The pieces of a conversation in one stage when it was seen last.

    *size* messages are in all pieces but the last; *closed* is what became of these, if
    anybody needed it.
    """

    given: Messages
    pieces: tuple[Piece, ...]
    size: int
    closed: Messages | None
    known: Known
    facts: Facts


@frozen(eq=False)
class Memory:
    """What is remembered: pieces, and how conversations were divided last; by identity."""

    pieces: Generations[Piece]
    last: Generations[Last]


class Covering:
    """One run of one stage over one conversation; nothing of it outlives that but its memory."""

    def __init__(self, memory: Memory, stage: Stage, context: Context, grain: int) -> None:
        self.memory, self.stage, self.context, self.grain = memory, stage, context, grain
        self.messages = context.messages
        self.first = 0
        self.last: Last | None = None
        self.facts: Facts = ()
        #: Nodes of the pieces that were made, and how many these were.
        self.made: list[int] = []

    def pieces(self) -> tuple[Piece, ...] | None:
        """Return pieces that make up the conversation; nothing if it cannot be divided."""
        found = first_said(self.messages)
        if found is None:
            return None
        self.first = id(found.node)
        self.last = self.memory.last.get((self.stage.shapes, self.first))
        self.facts = self._facts()
        pieces = self._cover()
        if pieces is None or any(piece.loud for piece in pieces):
            return pieces
        same = 0 if self.last is None else _same(self.last.pieces, pieces)
        return pieces if are_apart(pieces, same) else None

    def _facts(self) -> Facts:
        """Return the facts each side hangs on; the very tuples of last time, if they are the same."""
        if self.last is not None and self.last.known is self.context.known:
            return self.last.facts
        get = self.context.known.get
        found = tuple(tuple(get(kind) for kind in kinds) for kinds in self.stage.kinds)
        if self.last is None:
            return found
        before = self.last.facts
        return tuple(
            old if _same_facts(old, new) else new for old, new in zip(before, found, strict=True)
        )

    def _cover(self) -> tuple[Piece, ...] | None:
        pieces: list[Piece] = []
        nodes: list[Node]
        if self._goes_on() and self.last is not None:
            pieces += self.last.pieces[:-1]
            nodes = self.messages[self.last.size :].tolist()
        else:
            nodes = self.messages.tolist()
        at, tail = 0, tail_of(nodes, 0)
        if tail == 0 and not pieces:
            return None
        while at < tail:
            side: Side = "each" if pieces else "start"
            piece = self._known(side, nodes, at, tail)
            if piece is None:
                piece = self._make(side, nodes, at, self._until(nodes, at, tail))
            pieces.append(piece)
            at += len(piece.nodes)
        piece = self._known("end", nodes, tail, len(nodes))
        pieces.append(piece or self._make("end", nodes, tail, len(nodes)))
        return tuple(pieces)

    def _goes_on(self) -> bool:
        """Say whether the conversation is known to begin as it was when it was seen last."""
        last = self.last
        return (
            last is not None
            and self.context.grew_from(last.given)
            and all(map(operator.is_, self.facts, last.facts))
        )

    def _key(self, side: Side, node: Node) -> object:
        number = SIDES.index(side)
        return number, self.stage.shapes[number], self.first if side == "start" else id(node)

    def _known(self, side: Side, nodes: Sequence[Node], at: int, end: int) -> Piece | None:
        """Return the piece remembered for what stands at *at*, if it ends at a border too."""
        piece = self.memory.pieces.get(self._key(side, nodes[at]))
        if piece is None or not piece.stands_at(nodes, at):
            return None
        stop = at + len(piece.nodes)
        if (
            stop > end
            or (side == "end" and stop < end)
            or not (stop == end or is_said(nodes[stop]))
        ):
            return None
        facts = self.facts[SIDES.index(side)]
        return piece if _same_facts(piece.facts, facts) else None

    def _until(self, nodes: Sequence[Node], at: int, tail: int) -> int:
        """Find the end of a new piece: where it is long enough, or where a known one begins."""
        end = at
        while end < tail:
            end = border_behind(nodes, end, 1, tail)
            if end - at >= self.grain or (
                end < tail and self._known("each", nodes, end, tail) is not None
            ):
                break
        return end

    def _make(self, side: Side, nodes: Sequence[Node], begin: int, end: int) -> Piece:
        number = SIDES.index(side)
        piece = make_piece(
            self.stage, side, tuple(nodes[begin:end]), self.context.known, self.facts[number]
        )
        self.made.append(end - begin)
        self.memory.pieces.put(self._key(side, nodes[begin]), piece, end - begin)
        return piece

    def joined(self, pieces: tuple[Piece, ...]) -> tuple[Messages, tuple[Messages, ...]]:
        """Put together what became of *pieces*, and remember how the conversation is divided.

        Also return vectors that the result is known to begin with.
        """
        closed, tail = pieces[:-1], pieces[-1]
        before: Messages | None = None
        begins: tuple[Messages, ...] = ()
        if tail.after is None and all(piece.after is None for piece in closed):
            result = self.messages
        else:
            before, begins = self._closed(closed)
            result = before.extend(tail.result())
        kept = (*self._merged(closed), tail)
        size = len(self.messages) - len(tail.nodes)
        last = Last(self.messages, kept, size, before, self.context.known, self.facts)
        self.memory.last.put((self.stage.shapes, self.first), last, len(self.messages))
        return result, begins

    def _closed(self, pieces: tuple[Piece, ...]) -> tuple[Messages, tuple[Messages, ...]]:
        """Put *pieces* together, going on from what was put together last time; and say from what."""
        last = self.last
        if last is not None and last.closed is not None:
            same = len(last.pieces) - 1
            if _same(last.pieces[:-1], pieces) == same:
                closed = last.closed.extend(_results(pieces[same:]))
                return closed, (last.closed, closed)
        closed = pvector(_results(pieces))
        return closed, (closed,)

    def _merged(self, pieces: Sequence[Piece]) -> list[Piece]:
        """Join small pieces at the end, so that there are few of them."""
        kept = list(pieces)
        alone = 1 if self.grain == SHORT else 0
        while len(kept) - alone > 1 and _are_small(kept[-2], kept[-1], self.grain):
            one = join(self.stage, kept[-2], kept[-1])
            kept[-2:] = [one]
            side: Side = "each" if len(kept) > 1 else "start"
            self.memory.pieces.put(self._key(side, one.nodes[0]), one, len(one.nodes))
        return kept


def _are_small(one: Piece, other: Piece, grain: int) -> bool:
    sizes = len(one.nodes), len(other.nodes)
    return sizes[0] <= 2 * sizes[1] and sum(sizes) <= grain


def _same(one: Sequence[Piece], other: Sequence[Piece]) -> int:
    """Count the pieces that both begin with."""
    count = 0
    for mine, theirs in zip(one, other, strict=False):
        if mine is not theirs:
            break
        count += 1
    return count


def _same_facts(one: tuple[object, ...], other: tuple[object, ...]) -> bool:
    return one is other or (len(one) == len(other) and all(map(_same_fact, one, other)))


def _same_fact(one: object, other: object) -> bool:
    """Say whether nobody can tell two facts apart: equality alone takes ``1`` for ``True``."""
    if one is other:
        return True
    if type(one) is not type(other) or one != other:
        return False
    try:
        return pickle.dumps(one) == pickle.dumps(other)
    except Exception:
        return False


def _results(pieces: Sequence[Piece]) -> list[Node]:
    return list(chain.from_iterable(piece.result() for piece in pieces))
