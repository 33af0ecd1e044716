"""Incremental: the same function as a pipeline, that remembers what it worked out before."""

from __future__ import annotations

from typing import Final, overload

from attrs import evolve, frozen
from pyrsistent import PVector

from ctxfn.context import Context
from ctxfn.messages import Generations, Messages
from ctxfn.pipeline.covering import LONG, SHORT, Covering, Memory
from ctxfn.pipeline.errors import PipelineError
from ctxfn.pipeline.needs import needs
from ctxfn.pipeline.phase import AnyStep, as_step, name_of
from ctxfn.pipeline.pieces import said_by
from ctxfn.pipeline.run import check_given, run_one
from ctxfn.pipeline.stages import Alone, Stage, next_part
from ctxfn.pipeline.units import rule_of, units

__all__ = ["REMEMBERED", "Incremental", "Remembered", "incremental"]

#: Messages remembered, unless the caller says otherwise.
REMEMBERED: Final = 1_000_000
#: Ways to divide the pipeline remembered: one for each set of facts that came.
_PARTS: Final = 1_000


@frozen
class Remembered:
    """How much work was done so far, and how much is held: counts, never times.

    `messages` were given in all `runs`. Steps that are asked about stretches were asked about
    `made` messages, in `pieces`; all else was remembered. Steps that see everything ran `alone`
    times, and saw `seen` messages. `held` messages are remembered now.
    """

    runs: int = 0
    messages: int = 0
    pieces: int = 0
    made: int = 0
    alone: int = 0
    seen: int = 0
    held: int = 0


class Incremental:
    """A step that gives what its pipeline gives; `incremental` makes it.

    It compares, hashes and prints by its pipeline, and pickles without its memory.
    """

    #: Its steps have said what they dropped.
    tells_drops = True

    def __init__(self, pipeline: AnyStep, messages: int) -> None:
        self.pipeline = pipeline
        self.limit = messages
        self._units = tuple(units(pipeline, rule_of(pipeline, None)))
        self._parts: dict[tuple[frozenset[type], frozenset[int], int], Alone | Stage] = {}
        self._memory = Memory(Generations(messages), Generations(messages))
        self._done = Remembered()

    @property
    def name(self) -> str:
        """The name of its pipeline."""
        return name_of(self.pipeline)

    @property
    def reads(self) -> tuple[type, ...]:
        """The types of fact that its pipeline reads."""
        return needs(self.pipeline)

    @property
    def remembered(self) -> Remembered:
        """How much was done and is held; of runs at the same time one may not be counted."""
        return evolve(self._done, held=self._memory.pieces.held)

    @overload
    def __call__(self, given: Context, /) -> Context: ...
    @overload
    def __call__(self, given: Messages, /) -> Messages: ...
    def __call__(self, given: Context | Messages, /) -> Context | Messages:
        if isinstance(given, PVector):
            return self._run(Context(given)).messages
        check_given(given)
        return self._run(given)

    def _run(self, context: Context) -> Context:
        self._count(runs=1, messages=len(context.messages))
        begin, loud, grain = 0, frozenset[int](), LONG
        while begin < len(self._units) and context.stopped is None:
            part = self._part(context.known.kinds(), loud, begin)
            if isinstance(part, Alone):
                context, grain = self._alone(part, context), SHORT
            else:
                after = self._asked(part, context, grain)
                if isinstance(after, frozenset):
                    loud |= after
                    continue
                context = after
            begin = part.until
        return context

    def _alone(self, part: Alone, context: Context) -> Context:
        self._count(alone=1, seen=len(context.messages))
        return run_one(part.phase, part.step, context, part.rule)

    def _part(self, known: frozenset[type], loud: frozenset[int], begin: int) -> Alone | Stage:
        key = known, loud, begin
        part = self._parts.get(key)
        if part is None:
            part = next_part(self._units, begin, known, loud)
            self._parts = {**self._parts, key: part} if len(self._parts) < _PARTS else {key: part}
        return part

    def _asked(self, stage: Stage, context: Context, grain: int) -> Context | frozenset[int]:
        """Run *stage*; where steps of it have to see all messages, say which."""
        if not stage.asked:
            return context
        covering = Covering(self._memory, stage, context, grain)
        pieces = covering.pieces()
        self._count(pieces=len(covering.made), made=sum(covering.made))
        if pieces is None:
            for one in stage.asked:
                alone = Alone(one.phase, one.step, one.rule, stage.until)
                context = context if context.stopped is not None else self._alone(alone, context)
            return context
        loud = frozenset(number for piece in pieces for number in piece.loud)
        if loud:
            return loud
        notes = said_by(stage, pieces) if any(piece.said for piece in pieces) else ()
        messages, begins = covering.joined(pieces)
        return context.with_messages(messages, *notes, begins=begins)

    def _count(
        self,
        *,
        runs: int = 0,
        messages: int = 0,
        pieces: int = 0,
        made: int = 0,
        alone: int = 0,
        seen: int = 0,
    ) -> None:
        done = self._done
        self._done = Remembered(
            done.runs + runs,
            done.messages + messages,
            done.pieces + pieces,
            done.made + made,
            done.alone + alone,
            done.seen + seen,
        )

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Incremental) and self.pipeline == other.pipeline

    def __hash__(self) -> int:
        return hash((Incremental, self.pipeline))

    def __reduce__(self) -> tuple[type[Incremental], tuple[AnyStep, int]]:
        return Incremental, (self.pipeline, self.limit)

    def __repr__(self) -> str:
        return f"incremental({self.pipeline!r})"


def incremental(pipeline: AnyStep, /, *, messages: int = REMEMBERED) -> Incremental:
    """Return a step that gives just what *pipeline* gives, and remembers what it worked out.

    A conversation that goes on differs in its last turn. What steps made of all turns before
    it is remembered, so one more turn costs what is new.

    Contract:
        For each context the result of ``run(pipeline, context)``, its notes included, and
        where that fails the same error. Remembered is by identity of messages: histories that are edited,
        branch, or are cut at either end share what they still have in common. Steps are asked
        about a stretch by itself where they say that they may be (`separable`, local steps,
        injectors whose slot says how far it looks); all others see everything, each time.
        No more than about *messages* messages are remembered in each of two generations: what
        nobody asked for since it was full goes. Threads may share it. It pickles without its
        memory, and is equal to another of its pipeline.

    Complexity: one look at each message (none, where `Context.append` made the context), and the
    steps' on what is new; that of the steps which see everything besides.

    Source: ours.

    Raises:
        PipelineError: *messages* is no whole number of 0 or more.

    Examples:
        >>> from ctxfn.messages import assistant, chat, user
        >>> from ctxfn.processors import drop_empty
        >>> step = incremental(drop_empty())
        >>> said = chat(user("a"), assistant(""), user("b"))
        >>> step(said) == drop_empty(said)
        True
        >>> _ = step(said.append(assistant("c")))
        >>> step.remembered.messages, step.remembered.made
        (7, 5)
    """
    if isinstance(messages, bool) or not isinstance(messages, int) or messages < 0:
        raise PipelineError("incremental, messages", repr(messages), "a whole number, 0 or more")
    return Incremental(as_step(pipeline), messages)
