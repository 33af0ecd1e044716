"""Remember what a source answered, for a while."""

from __future__ import annotations

import json
import threading
import time
from collections import OrderedDict
from collections.abc import Awaitable, Callable
from typing import TypeAlias, TypeVar, cast

from attrs import astuple, evolve

from ctxfn.errors import InvalidArgument, shown
from ctxfn.io.gather.contribution import check_limit
from ctxfn.io.sources.answers import Answer
from ctxfn.io.sources.operations import Operation
from ctxfn.io.sources.source import Asker, Question, Source, Surface, Work
from ctxfn.io.sources.wrapping import Running, around, over, waiting

__all__ = ["with_cache"]

T = TypeVar("T", Operation, Source)
V = TypeVar("V")

_Changing: TypeAlias = Callable[[Work], Awaitable[Answer]]


class _Kept:
    """The answers of the last while, the newest last; any thread may look."""

    def __init__(self, seconds: float, entries: int, clock: Callable[[], float]) -> None:
        self._seconds = seconds
        self._entries = entries
        self._clock = clock
        self._lock = threading.Lock()
        self._answers: OrderedDict[str, tuple[float, Answer]] = OrderedDict()
        self.age = 0

    def get(self, key: str) -> Answer | None:
        with self._lock:
            since, answer = self._answers.get(key, (0.0, None))
            if answer is None or self._clock() - since >= self._seconds:
                return None
            self._answers.move_to_end(key)
            return answer

    def put(self, key: str, answer: Answer, age: int) -> None:
        """Keep *answer*, unless something was changed since it was asked for."""
        with self._lock:
            if age == self.age:
                self._answers[key] = (self._clock(), answer)
                self._answers.move_to_end(key)
                while len(self._answers) > self._entries:
                    self._answers.popitem(last=False)

    def forget(self) -> None:
        """Forget all, what is on its way too."""
        with self._lock:
            self._answers.clear()
            self.age += 1


def with_cache(
    one: T, /, *, seconds: float, entries: int = 256, clock: Callable[[], float] = time.monotonic
) -> T:
    """Answer what was asked within the last *seconds* as it was answered then.

    Contract:
        An answer is given again to the same question of the same asker, or to the same arguments
        of the same operation; a problem never is. At most *entries* are kept, those used last.
        What changes anything is always run, and makes all be forgotten, before it and behind it.

    Complexity: O(1) and the arguments.

    Source: ours.

    Raises:
        InvalidArgument: no time, or no number.
    """
    check_limit("with_cache, seconds", seconds)
    if isinstance(entries, bool) or not isinstance(entries, int) or entries < 1:
        raise InvalidArgument("with_cache, entries", shown(entries), "a whole number from 1 on")
    if not callable(clock):
        raise InvalidArgument("with_cache, clock", shown(clock), "a function that tells seconds")
    kept = _Kept(seconds, entries, clock)
    once = _once(kept, None)
    if isinstance(one, Source):
        return over(one, lambda surface: _remembering(surface, kept, once))
    return around(one, once)


def _once(kept: _Kept, asker: Asker | None) -> Callable[[str, Running], Running]:
    """Make what answers again as before; *asker* alone has what it is put around, or all have it."""

    def once(name: str, running: Running) -> Running:
        async def run(view: object) -> object:
            key = _key(name, view, asker)
            known = kept.get(key)
            if known is not None:
                return known
            age = kept.age
            came = await running(view)
            if isinstance(came, Answer) and came.problem is None:
                kept.put(key, came, age)
            return came

        return run

    return once


def _remembering(surface: Surface, kept: _Kept, once: Callable[[str, Running], Running]) -> Surface:
    def after(run: Callable[[V], object]) -> Running:
        running = waiting(run)

        async def changed(view: object) -> object:
            kept.forget()
            try:
                return await running(view)
            finally:
                kept.forget()

        return changed

    def each(one: Operation, asker: Asker | None) -> Operation:
        if one.writes:
            return evolve(one, run=after(one.run))
        return around(one, once if asker is None else _once(kept, asker))

    more = surface.for_asker
    some = None if more is None else lambda asker: tuple(each(one, asker) for one in more(asker))
    return evolve(
        surface,
        operations=tuple(each(one, None) for one in surface.operations),
        ask=once("", waiting(surface.ask)),
        change=None if surface.change is None else after(surface.change),
        change_by=None
        if surface.change_by is None
        else cast("_Changing", after(surface.change_by)),
        for_asker=some,
    )


def _key(name: str, view: object, asker: Asker | None) -> str:
    if isinstance(view, Question):
        return json.dumps(astuple(view))
    who = None if asker is None else astuple(asker)
    return json.dumps([name, who, view], sort_keys=True, default=repr)
