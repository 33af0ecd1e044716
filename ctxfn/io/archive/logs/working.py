"""Work on files, in a thread, and what it means that it fails."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TypeVar

from ctxfn.io.archive.errors import ArchiveFailure
from ctxfn.io.archive.threads import to_end
from ctxfn.turns import InvalidLog

__all__ = ["in_thread"]

T = TypeVar("T")


async def in_thread(
    what: str,
    session: str | None,
    work: Callable[[], T],
    undo: Callable[[T], object] | None = None,
) -> T:
    """Do *work* in a thread; *undo* what it gave if nobody is there any more to take it.

    Raises:
        ArchiveFailure: a file could not be read or written, or held something else.
    """

    def done() -> T:
        with _telling(what, session):
            return work()

    return await to_end(done, undo=undo)


@contextmanager
def _telling(what: str, session: str | None) -> Iterator[None]:
    try:
        yield
    except BlockingIOError:
        reason = "another program, or another part of this one, writes it: a log has one writer"
        raise ArchiveFailure(what, session, reason) from None
    except (OSError, UnicodeError, InvalidLog) as error:
        raise ArchiveFailure(what, session, str(error)) from None
