"""Logs in a folder, a file for each session."""

from __future__ import annotations

import os
from contextlib import AbstractAsyncContextManager

from attrs import frozen

from ctxfn.errors import check_argument
from ctxfn.io.archive import logged_sessions, open_log
from ctxfn.io.runner.provided import Logs, SessionLog
from ctxfn.turns import Agent

__all__ = ["logs_in"]


def logs_in(folder: str | os.PathLike[str], /, *, sync: bool = True, past: bool = False) -> Logs:
    """Keep the log of each session in *folder*; `Provided` wants it as ``logs=``.

    Contract:
        Once an event is written it is on the disk; without *sync* it survives the end of the program
        and not that of the machine. A session is written by one program at a time. A log begins anew
        when its session comes to rest; with *past*, what it held is kept beside it until the session
        is cleared or deleted, so that every moment there ever was can be replayed.

    Complexity: O(1).

    Source: ours.

    Raises:
        InvalidArgument: *folder* is no path.

    Examples:
        >>> type(logs_in("logs")).__name__
        '_FolderLogs'
    """
    check_argument("logs_in, folder", folder, str | os.PathLike, "a path")
    check_argument("logs_in, past", past, bool, "True or False")
    return _FolderLogs(os.fspath(folder), sync, past)


@frozen
class _FolderLogs:
    folder: str
    sync: bool
    past: bool

    def open(self, session: str, agent: Agent, /) -> AbstractAsyncContextManager[SessionLog]:
        """Open the log of *session* for one writer."""
        return open_log(self.folder, session, agent=agent, sync=self.sync, past=self.past)

    async def sessions(self) -> tuple[str, ...]:
        """The sessions that have one."""
        return await logged_sessions(self.folder)
