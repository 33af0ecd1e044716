"""Stages: neighbouring steps that may be asked about stretches; and the steps that may not."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import groupby
from typing import Final

from attrs import Factory, field, frozen

from ctxfn.pipeline.local import is_local
from ctxfn.pipeline.needs import read_by
from ctxfn.pipeline.phase import AnyStep
from ctxfn.pipeline.pipeline import OnError
from ctxfn.pipeline.reach import Reach, Side, is_idle, reach_of
from ctxfn.pipeline.run import fuse
from ctxfn.pipeline.step import Step

__all__ = ["SIDES", "Alone", "Asked", "Stage", "Unit", "next_part"]

SIDES: Final[tuple[Side, ...]] = ("start", "each", "end")

#: Phase, step and rule of what runs on its own, as `units` yields them.
Unit = tuple[str, AnyStep, OnError]


@frozen
class Alone:
    """A step that sees all messages; the next part of the pipeline begins at *until*."""

    phase: str
    step: AnyStep
    rule: OnError
    until: int


@frozen
class Asked:
    """A step that is asked about stretches, or local ones that run as one pass.

    *numbers* are the places of its steps in the pipeline, *apart* these steps one by one.
    """

    phase: str
    step: AnyStep
    rule: OnError
    numbers: tuple[int, ...]
    reach: Reach
    apart: tuple[AnyStep, ...]
    options: tuple[tuple[str, object], ...] = ()
    checks_itself: bool = field(
        init=False, default=Factory(lambda self: self._checks(), takes_self=True)
    )

    def _checks(self) -> bool:
        return isinstance(self.step, Step) or len(self.numbers) > 1 or is_local(self.apart[0])


@frozen
class Stage:
    """Steps that are asked about stretches, and the facts that decide what they answer.

    *kinds* and *shapes* are by side, as `SIDES`: the types of fact that an answer for the first
    stretch, one in the middle, the last hangs on, and the steps it hangs on.
    """

    asked: tuple[Asked, ...]
    begin: int
    until: int
    kinds: tuple[tuple[type, ...], ...] = field(
        init=False, default=Factory(lambda self: self._kinds(), takes_self=True)
    )
    shapes: tuple[tuple[int, ...], ...] = field(
        init=False, default=Factory(lambda self: self._shapes(), takes_self=True)
    )

    def _kinds(self) -> tuple[tuple[type, ...], ...]:
        return tuple(_unique(self._read(side)) for side in SIDES)

    def _shapes(self) -> tuple[tuple[int, ...], ...]:
        return tuple(tuple(self._concerned(side)) for side in SIDES)

    def _read(self, side: Side) -> Iterable[type]:
        for one in self.asked:
            if one.reach.side in ("each", side):
                for step in one.apart:
                    yield from read_by(step)

    def _concerned(self, side: Side) -> Iterable[int]:
        for one in self.asked:
            if one.reach.side in ("each", side) or one.reach.passed is not None:
                yield from one.numbers


def next_part(
    units: Sequence[Unit], begin: int, known: frozenset[type], loud: frozenset[int]
) -> Alone | Stage:
    """Return what of *units* runs next, from *begin* on: a stage, or a step that sees all.

    Contract:
        Steps that have nothing to do where facts of the types *known* are all there is are left
        out. Those numbered in *loud* see all messages, whatever they declare.

    Complexity: O(units up to the answer's end).
    """
    found: list[Asked] = []
    for number in range(begin, len(units)):
        phase, step, rule = units[number]
        if is_idle(step, known):
            continue
        reach = None if number in loud else reach_of(step)
        if reach is None:
            if found:
                return Stage(_as_passes(found), begin, number)
            return Alone(phase, step, rule, number + 1)
        options = getattr(step, "options", ())
        found.append(Asked(phase, step, rule, (number,), reach, (step,), options))
    return Stage(_as_passes(found), begin, len(units))


def _as_passes(found: Sequence[Asked]) -> tuple[Asked, ...]:
    """Let neighbouring local steps of one rule run as one pass, which knows their functions."""
    after: list[Asked] = []
    for kind, group in groupby(found, key=lambda one: (is_local(one.step), one.rule)):
        run = tuple(group)
        after += [_as_one(run)] if kind[0] else run
    return tuple(after)


def _as_one(run: Sequence[Asked]) -> Asked:
    first, steps = run[0], tuple(one.step for one in run)
    step = fuse(steps, tuple(one.phase for one in run))
    numbers = tuple(one.numbers[0] for one in run)
    return Asked(first.phase, step, first.rule, numbers, first.reach, steps)


def _unique(kinds: Iterable[type]) -> tuple[type, ...]:
    return tuple(dict.fromkeys(kinds))
