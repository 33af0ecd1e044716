"""Wait for what others do, within a limit, and let nothing but an answer come back."""

from __future__ import annotations

import asyncio
import functools
import math
from collections.abc import Awaitable, Callable
from typing import Final, TypeVar

import anyio
import anyio.to_thread

from ctxfn.io.gather.looking_up import reason_of

__all__ = ["Gone", "failed_itself", "in_thread", "settled", "within"]

T = TypeVar("T")
A = TypeVar("A")


class Gone(Exception):
    """What was waited for did not come; `words` say why."""

    def __init__(self, words: str) -> None:
        super().__init__(words)
        self.words: Final = words


async def in_thread(function: Callable[[A], T], given: A) -> T:
    """Run what may block in a thread; one that is no longer waited for is left to itself."""
    run = functools.partial(function, given)
    came: T = await anyio.to_thread.run_sync(run, abandon_on_cancel=True)
    return came


async def settled(came: T | Awaitable[T]) -> T:
    """Return *came*, once it is there."""
    if isinstance(came, Awaitable):
        there: T = await came
        return there
    return came


async def within(seconds: float, what: Callable[[], Awaitable[T]]) -> T:
    """Return what *what* comes to within *seconds*.

    Raises:
        Gone: it raised, or was late; what comes of it then is no longer heard.
    """
    with anyio.move_on_after(seconds):
        try:
            return await what()
        except Gone:
            raise
        except BaseException as error:
            if not failed_itself(error):
                raise
            raise Gone(reason_of(error)) from error
    raise Gone(f"no answer within {seconds:g} s")


def failed_itself(error: BaseException) -> bool:
    """Whether *error* is the failure of what was waited for, and not an end that was put to the waiting.

    One who waits for a task that somebody cancelled lets out a cancelling that is not ours; one who
    wants to end the program with `sys.exit` ends what it was called for.
    """
    if isinstance(error, KeyboardInterrupt | GeneratorExit):
        return False
    if not isinstance(error, anyio.get_cancelled_exc_class()):
        return True
    if anyio.current_effective_deadline() == -math.inf or not isinstance(
        error, asyncio.CancelledError
    ):
        return False
    task = asyncio.current_task()
    return task is not None and not task.cancelling()
