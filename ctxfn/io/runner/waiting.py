"""Wait for what others do, within a limit, and let nothing but an answer come back."""

from __future__ import annotations

import functools
from collections.abc import Awaitable, Callable
from typing import Final, TypeVar

import anyio
import anyio.to_thread

from ctxfn.io.gather.looking_up import reason_of

__all__ = ["Gone", "in_thread", "settled", "within"]

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
        except Exception as error:
            raise Gone(reason_of(error)) from error
    raise Gone(f"no answer within {seconds:g} s")
