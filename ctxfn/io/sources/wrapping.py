"""Put something around an operation, or around all that a source does: a function from one to one."""

from __future__ import annotations

import asyncio
import contextlib
import re
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable, Mapping
from typing import Final, TypeAlias, TypeVar, cast

from attrs import evolve

from ctxfn.errors import InvalidArgument, check_argument, shown
from ctxfn.io.errors import SourceRefusal
from ctxfn.io.gather.contribution import check_limit
from ctxfn.io.gather.fetching import Late, fetched
from ctxfn.io.sources.answers import Answer
from ctxfn.io.sources.cleaning import tidied
from ctxfn.io.sources.limits import Limits
from ctxfn.io.sources.naming import limited
from ctxfn.io.sources.operations import Operation
from ctxfn.io.sources.source import Source, Surface

__all__ = [
    "Running",
    "around",
    "over",
    "read_only",
    "waiting",
    "with_deadline",
    "with_limit",
    "with_prefix",
    "with_redaction",
    "with_retry",
]

T = TypeVar("T", Operation, Source)
V = TypeVar("V")

Running: TypeAlias = Callable[[object], Awaitable[object]]
"""What asks an operation or a source, and waits for what comes."""

#: Whoever asks has a limit; what is wrapped needs none of its own.
_FOREVER: Final = 1e6

_PREFIX: Final = re.compile(r"[A-Za-z0-9_-]*")

#: More often than anybody would wait for.
_MOST_TIMES: Final = 10


def with_deadline(one: T, /, *, seconds: float) -> T:
    """Give *one* at most *seconds* to answer.

    Raises:
        InvalidArgument: that is no time.
    """
    check_limit("with_deadline, seconds", seconds)
    if isinstance(one, Source):
        least = min(seconds, one.limits.seconds)
        return evolve(one, limits=evolve(one.limits, seconds=least))

    async def run(given: Mapping[str, object]) -> object:
        try:
            return await fetched(one.run, given, seconds)
        except Late:
            raise TimeoutError(f"no answer within {seconds:g} s") from None

    return evolve(_operation("with_deadline", one), run=run)


def with_limit(one: T, /, *, characters: int, results: int | None = None) -> T:
    """Let *one* say no more than *characters*, in no more than so many *results*.

    Raises:
        InvalidArgument: a limit that is none.
    """
    limits = Limits(characters=characters, results=results or Limits().results)
    if isinstance(one, Source):
        fewer = min(limits.characters, one.limits.characters)
        most = one.limits.results if results is None else min(results, one.limits.results)
        return evolve(one, limits=evolve(one.limits, characters=fewer, results=most))
    return _answering("with_limit", one, lambda answer: tidied(answer, limits, ()))


def with_redaction(one: T, /, *, secrets: Iterable[str]) -> T:
    """Hide *secrets* in all that *one* says.

    Raises:
        InvalidArgument: they are no texts.
    """
    rows = isinstance(secrets, Iterable) and not isinstance(secrets, str)
    words: tuple[str, ...] = tuple(secrets) if rows else ()
    if not rows or not all(isinstance(each, str) for each in words):
        raise InvalidArgument("with_redaction, secrets", "what is none", "a row of texts")
    if isinstance(one, Source):
        return evolve(one, secrets=(*one.secrets, *words))
    whole = Limits(characters=10**9, results=10**6, images=10**6)
    return _answering("with_redaction", one, lambda answer: tidied(answer, whole, words))


def with_prefix(one: T, /, *, prefix: str) -> T:
    """Put *prefix* before the name of each operation.

    Raises:
        InvalidArgument: it has what names of tools have not.
    """
    check_argument("with_prefix, prefix", prefix, str, "a text")
    if not _PREFIX.fullmatch(prefix):
        raise InvalidArgument("with_prefix, prefix", shown(prefix), "letters, digits, _ and -")
    if isinstance(one, Source):
        return _each(one, lambda each: with_prefix(each, prefix=prefix))
    return evolve(_operation("with_prefix", one), name=limited(prefix + one.name))


def read_only(one: T, /) -> T:
    """Take from *one* all that changes anything."""
    if isinstance(one, Source):

        def without(surface: Surface) -> Surface:
            kept = surface.changed(lambda every: tuple(one for one in every if not one.writes))
            return evolve(kept, change=None, change_by=None)

        return evolve(over(one, without), writable=False)
    if not _operation("read_only", one).writes:
        return one

    def refuse(_given: Mapping[str, object]) -> object:
        raise SourceRefusal(f"{one.name}: it would change something, and may not")

    return evolve(one, run=refuse)


def with_retry(
    one: T,
    /,
    *,
    times: int,
    wait: float = 0.2,
    sleep: Callable[[float], Awaitable[object]] = asyncio.sleep,
) -> T:
    """Ask again, up to *times*, what failed or was late, after *wait* seconds, then twice as many.

    What was refused is not asked again, and what changes anything never: nobody knows how far it
    came. The limits of the source hold for all attempts together.

    Raises:
        InvalidArgument: no number of times, or no time.
    """
    if isinstance(times, bool) or not isinstance(times, int) or not 0 <= times <= _MOST_TIMES:
        found = shown(times)
        raise InvalidArgument("with_retry, times", found, f"a whole number, 0 to {_MOST_TIMES}")
    check_limit("with_retry, wait", wait)

    def again(_name: str, running: Running) -> Running:
        async def run(view: object) -> object:
            for time in range(times):
                try:
                    came = await running(view)
                except SourceRefusal:
                    raise
                except Exception:
                    came = None
                if isinstance(came, Answer) and not _may_be_mended(came):
                    return came
                await sleep(wait * 2**time)
            return await running(view)

        return run

    return around(one, again)


def around(one: T, wrapped: Callable[[str, Running], Running], /) -> T:
    """Put *wrapped* around whatever of *one* reads: an operation, or all of a source and its questions.

    It is told the name of the operation, and of a question none.
    """
    if isinstance(one, Source):

        def each(surface: Surface) -> Surface:
            made = surface.changed(lambda every: tuple(around(one, wrapped) for one in every))
            return evolve(made, ask=wrapped("", waiting(surface.ask)))

        return over(one, each)
    if _operation("around", one).writes:
        return one
    return evolve(one, run=wrapped(one.name, waiting(one.run)))


def over(source: Source, change: Callable[[Surface], Surface], /) -> Source:
    """Change what *source* offers each time it is opened."""

    @contextlib.asynccontextmanager
    async def connect() -> AsyncIterator[Surface]:
        async with source.connect() as surface:
            yield change(surface) if isinstance(surface, Surface) else surface

    return evolve(source, connect=connect)


def waiting(run: Callable[[V], object], /) -> Running:
    """Make of *run*, which may block, a function that can be awaited."""

    async def running(view: object) -> object:
        return await fetched(cast("Callable[[object], object]", run), view, _FOREVER)

    return running


def _may_be_mended(answer: Answer) -> bool:
    return answer.problem is not None and answer.problem.kind in ("failed", "late")


def _answering(what: str, one: Operation, change: Callable[[Answer], Answer]) -> Operation:
    running = waiting(_operation(what, one).run)

    async def run(given: Mapping[str, object]) -> object:
        came = await running(given)
        return change(came) if isinstance(came, Answer) else came

    return evolve(one, run=run)


def _each(source: Source, change: Callable[[Operation], Operation]) -> Source:
    return over(
        source,
        lambda surface: surface.changed(lambda every: tuple(map(change, every))),
    )


def _operation(what: str, one: object) -> Operation:
    check_argument(what, one, Operation, "an Operation(...), or a Source(...)")
    assert isinstance(one, Operation)
    return one
