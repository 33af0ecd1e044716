"""Pieces: what a stage made of one stretch, and how several are put together."""

from __future__ import annotations

import operator
from collections.abc import Iterator, Sequence
from itertools import chain

from attrs import evolve, frozen
from pyrsistent import pvector

from ctxfn.context import AnyNote, Context, Dropped, Known, Note
from ctxfn.messages import Messages, Node
from ctxfn.pipeline.reach import Side
from ctxfn.pipeline.run import run_one
from ctxfn.pipeline.stages import Asked, Stage
from ctxfn.pipeline.stretches import last_id, names_in

__all__ = ["Piece", "are_apart", "join", "make_piece", "said_by"]


@frozen(eq=False)
class Piece:
    """A stretch, what a stage made of it, and all that decides whether that holds elsewhere.

    *after* is `None` where nothing changed. *said* are notes by the number of their step;
    *lengths* says how long the stretch was in front of each step, where that is not its own
    length. *loud* are the steps that have to see all messages, since of this stretch
    alone they cannot tell.
    """

    nodes: tuple[Node, ...]
    after: tuple[Node, ...] | None
    facts: tuple[object, ...]
    names: frozenset[str]
    parent: str | None
    last: str | None
    loud: tuple[int, ...] = ()
    said: tuple[tuple[int, tuple[AnyNote, ...]], ...] = ()
    lengths: tuple[tuple[int, int], ...] = ()

    def stands_at(self, nodes: Sequence[Node], place: int) -> bool:
        """Say whether the very messages it was made of stand at *place* of *nodes*."""
        there = nodes[place : place + len(self.nodes)]
        return len(there) == len(self.nodes) and all(map(operator.is_, self.nodes, there))

    def length_at(self, number: int) -> int:
        """Return how long the stretch was in front of the step of that *number*."""
        return next((size for at, size in self.lengths if at == number), len(self.nodes))

    def result(self) -> tuple[Node, ...]:
        """Return what became of the stretch."""
        return self.nodes if self.after is None else self.after


def make_piece(
    stage: Stage, side: Side, nodes: tuple[Node, ...], known: Known, facts: tuple[object, ...]
) -> Piece:
    """Ask the steps of *stage* about one stretch, which stands on *side* of the conversation.

    Complexity: what the steps cost on *nodes*.
    """
    passage = _Passage(Context(pvector(nodes), known))
    for one in stage.asked:
        if not passage.ask(one, side):
            break
    after = passage.context.messages
    return Piece(
        nodes,
        None if after is passage.context.given else tuple(after),
        facts,
        names_in(nodes),
        nodes[0].origin.parent,
        last_id(nodes),
        tuple(passage.loud),
        tuple(passage.said),
        () if passage.even else tuple(passage.lengths),
    )


class _Passage:
    """The way of one stretch through a stage; nothing of it outlives that."""

    def __init__(self, context: Context) -> None:
        self.context = context
        self.loud: list[int] = []
        self.said: list[tuple[int, tuple[AnyNote, ...]]] = []
        self.lengths: list[tuple[int, int]] = []
        self.even = True

    def ask(self, one: Asked, side: Side) -> bool:
        """Let a step work on the stretch; say whether the next can follow."""
        reach, messages = one.reach, self.context.messages
        if reach.side not in ("each", side):
            if reach.passed is not None and not reach.passed(messages):
                self.loud += one.numbers
            return True
        if not self._may(one, messages):
            self.loud += one.numbers
        try:
            after = _run(one, self.context)
        except Exception:
            self.loud += one.numbers
            return False
        if after.known is not self.context.known or after.stopped is not None:
            self.loud += one.numbers
            return False
        if after.notes or len(after.messages) != len(messages):
            return self._ask_apart(one, side, after)
        self.lengths += [(number, len(messages)) for number in one.numbers]
        self.context = after
        return True

    def _may(self, one: Asked, messages: Messages) -> bool:
        reach = one.reach
        if reach.side != "each" and reach.decided is not None and not reach.decided(messages):
            return False
        return reach.unless is None or not reach.unless(messages, **dict(one.options))

    def _ask_apart(self, one: Asked, side: Side, after: Context) -> bool:
        """Keep notes by step, and how long the stretch was in front of each."""
        if len(one.apart) > 1:
            for number, step in zip(one.numbers, one.apart, strict=True):
                alone = Asked(one.phase, step, one.rule, (number,), one.reach, (step,))
                if not self.ask(alone, side):
                    return False
            return True
        number = one.numbers[0]
        self.lengths.append((number, len(self.context.messages)))
        self.even = self.even and len(after.messages) == len(self.context.messages)
        if after.notes:
            if not one.reach.tells and one.reach.side == "each" and side != "end":
                self.loud.append(number)
            self.said.append((number, tuple(after.notes)))
        self.context = Context(after.messages, after.known, (), after.given)
        return True


def _run(one: Asked, context: Context) -> Context:
    # What a step or a pass of ours answers needs no second look.
    if one.checks_itself:
        return one.step(context)
    return run_one(one.phase, one.step, context, "raise")


def are_apart(pieces: Sequence[Piece], since: int) -> bool:
    """Say whether no piece from place *since* on names what another one before it names.

    Complexity: O(pieces) for each of them, or O(names) where *since* is the first.
    """
    names: set[str] = set()
    if since == 0:
        for place, piece in enumerate(pieces):
            if not _goes_on(pieces, place) or not names.isdisjoint(piece.names):
                return False
            names |= piece.names
        return True
    for place in range(since, len(pieces)):
        mine = pieces[place].names
        if not _goes_on(pieces, place) or not all(
            mine.isdisjoint(pieces[at].names) for at in range(place)
        ):
            return False
    return True


def _goes_on(pieces: Sequence[Piece], place: int) -> bool:
    """Say whether the first message of a piece is the next of its line, if it is in one."""
    parent = pieces[place].parent
    return parent is None or place == 0 or parent == pieces[place - 1].last


def join(stage: Stage, one: Piece, other: Piece) -> Piece:
    """Return what *stage* made of two stretches, one behind the other, as one piece.

    Complexity: O(nodes + names + places in notes).
    """
    same = one.after is None and other.after is None
    even = not (one.lengths or other.lengths)
    numbers = sorted({number for piece in (one, other) for number, _ in piece.said})
    return evolve(
        one,
        nodes=one.nodes + other.nodes,
        after=None if same else one.result() + other.result(),
        names=one.names | other.names,
        last=other.last,
        said=tuple((at, tuple(_said_at(stage, (one, other), at))) for at in numbers),
        lengths=() if even else tuple(_lengths(stage, one, other)),
    )


def _lengths(stage: Stage, one: Piece, other: Piece) -> Iterator[tuple[int, int]]:
    for number in (number for asked in stage.asked for number in asked.numbers):
        yield number, one.length_at(number) + other.length_at(number)


def said_by(stage: Stage, pieces: Sequence[Piece]) -> tuple[AnyNote, ...]:
    """Return the notes of all *pieces* as the steps would have written them on the whole.

    Contract:
        Step by step; places count from the whole's beginning, and what one step dropped is
        one note.

    Complexity: O(pieces x steps with notes).
    """
    numbers = sorted({number for piece in pieces for number, _ in piece.said})
    return tuple(chain.from_iterable(_said_at(stage, pieces, number) for number in numbers))


def _said_at(stage: Stage, pieces: Sequence[Piece], number: int) -> Sequence[AnyNote]:
    """List the notes of one step on all *pieces*, with places in the whole."""
    before, notes = 0, list[AnyNote]()
    for piece in pieces:
        for mine in (mine for at, mine in piece.said if at == number):
            notes += [_moved(note, before) for note in mine]
        before += piece.length_at(number)
    together = next(one.reach.together for one in stage.asked if number in one.numbers)
    return (together or _drops_last)(notes)


def _moved(note: AnyNote, by: int) -> AnyNote:
    return evolve(note, places=tuple(place + by for place in note.places)) if by else note


def _drops_last(notes: Sequence[AnyNote]) -> Sequence[AnyNote]:
    """Let one note tell all that was dropped, behind the others: as a run of the step does."""
    gone = [note for note in notes if isinstance(note, Dropped)]
    if len(gone) < 2:
        return notes
    ids = tuple(one for note in gone for one in note.ids)
    places = tuple(one for note in gone for one in note.places)
    told = [note for note in notes if isinstance(note, Note)]
    return (*told, Dropped(gone[0].step, ids, places))
