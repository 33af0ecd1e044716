"""Look many things up at once: so many at a time, each within its limit, in their order."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from typing import Final, NamedTuple, TypeVar

from ctxfn.io.errors import InvalidArgument
from ctxfn.io.gather.contribution import check_limit
from ctxfn.io.gather.fetching import Late, fetched

__all__ = ["AT_ONCE", "LOOK_UP_LIMIT", "Answer", "look_up", "reason_of"]

V = TypeVar("V")

#: A store that is asked for more at a time answers none of it sooner.
AT_ONCE: Final = 8

#: Seconds that each look-up has.
LOOK_UP_LIMIT: Final = 5.0


class Answer(NamedTuple):
    """What a look-up found, or why it found nothing."""

    found: object = None
    reason: str | None = None


async def look_up(
    fetch: Callable[[V], object], keys: Sequence[V], *, limit: float, at_once: int
) -> tuple[Answer, ...]:
    """Fetch what belongs to each of *keys*, *at_once* at a time; waiting for a turn is free.

    Whatever goes wrong is the answer's reason, for that key alone.

    Raises:
        InvalidArgument: a limit or number that is none.
    """
    check_limit("limit", limit)
    _check_at_once(at_once)
    turns = asyncio.Semaphore(at_once)

    async def answer(key: V) -> Answer:
        async with turns:
            try:
                return Answer(await fetched(fetch, key, limit))
            except Late:
                return Answer(reason=f"not there within {limit:g} s")
            except Exception as error:
                return Answer(reason=reason_of(error))

    async with asyncio.TaskGroup() as group:
        tasks = [group.create_task(answer(key)) for key in keys]
    return tuple(task.result() for task in tasks)


def reason_of(error: BaseException) -> str:
    """Say what went wrong, whatever the error's own words do."""
    try:
        words = str(error)
    except Exception:
        words = "its message cannot be written"
    return f"{type(error).__name__}: {words}"


def _check_at_once(at_once: object) -> None:
    if not isinstance(at_once, int) or isinstance(at_once, bool) or at_once < 1:
        raise InvalidArgument("at_once", repr(at_once), "a whole number, 1 or more")
