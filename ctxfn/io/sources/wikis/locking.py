"""One writer at a time, in this process and in all others."""

from __future__ import annotations

import asyncio
import contextlib
import os
import threading
from collections.abc import AsyncIterator, Callable
from pathlib import Path
from typing import Final, TypeVar

from ctxfn.errors import shown
from ctxfn.io.errors import SourceRefusal

__all__ = ["locked", "to_the_end"]

V = TypeVar("V")

#: Seconds between two looks whether the other one is done.
_BETWEEN: Final = 0.02


@contextlib.asynccontextmanager
async def locked(root: str, seconds: float) -> AsyncIterator[None]:
    """Hold the lock of the folder *root*, which is made if it is not there.

    It is the folder's own handle that is locked: no file lies about, and a process that ends lets go.

    Raises:
        TimeoutError: others held it for all of *seconds*.
        SourceRefusal: there can be no such folder.
    """
    handle = _opened(root)
    try:
        end = asyncio.get_running_loop().time() + seconds
        while not _taken(handle):
            if asyncio.get_running_loop().time() > end:
                raise TimeoutError(f"another change was not done within {seconds:g} s")
            await asyncio.sleep(_BETWEEN)
        yield
    finally:
        os.close(handle)


def _opened(root: str) -> int:
    try:
        Path(root).mkdir(parents=True, exist_ok=True)
        return os.open(root, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
    except (FileExistsError, NotADirectoryError):
        raise SourceRefusal("the folder of the wiki: it is a file") from None
    except (OSError, ValueError) as error:
        why = getattr(error, "strerror", None) or str(error)
        raise SourceRefusal(f"the folder of the wiki cannot be made or opened: {why}") from None


def _taken(handle: int) -> bool:
    import fcntl  # not everywhere; where it is not, a wiki is refused before

    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    except OSError as error:
        why = os.strerror(error.errno or 0)
        raise SourceRefusal(f"the folder of the wiki cannot be locked: {why}") from None
    return True


async def to_the_end(work: Callable[[], V]) -> V:
    """Run *work* in a thread; one who is cancelled waits for its end, so that no lock is let go before."""
    loop = asyncio.get_running_loop()
    done: asyncio.Future[V] = loop.create_future()

    def settle(result: V | None, error: BaseException | None) -> None:
        if done.done():
            return
        if error is not None:
            done.set_exception(error)
        else:
            done.set_result(result)  # type: ignore[arg-type]

    def run() -> None:
        result, wrong = None, None
        try:
            result = work()
        except Exception as error:
            wrong = error
        except BaseException as error:
            wrong = RuntimeError(shown(error))
        with contextlib.suppress(RuntimeError):  # the loop is gone
            loop.call_soon_threadsafe(settle, result, wrong)

    threading.Thread(target=run, daemon=True, name="wiki").start()
    return await _awaited(done)


async def _awaited(done: asyncio.Future[V]) -> V:
    cancelled: asyncio.CancelledError | None = None
    while not done.done():
        try:
            await asyncio.wait({done})
        except asyncio.CancelledError as error:
            cancelled = error
    if cancelled is not None:
        done.exception()  # it was looked at: nobody warns
        raise cancelled
    return done.result()
