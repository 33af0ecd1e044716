"""Archive: what was said in each session, and what happened to it, kept over restarts."""

from __future__ import annotations

from ctxfn.io.archive.errors import ArchiveFailure
from ctxfn.io.archive.kept import Kept
from ctxfn.io.archive.logs.event_log import EventLog, open_log
from ctxfn.io.archive.logs.looking import logged_sessions, read_logged
from ctxfn.io.archive.memory import MemoryArchive
from ctxfn.io.archive.opening import open_archive
from ctxfn.io.archive.protocol import Archive
from ctxfn.io.archive.sql_archive import SqlArchive

__all__ = [
    "Archive",
    "ArchiveFailure",
    "EventLog",
    "Kept",
    "MemoryArchive",
    "SqlArchive",
    "logged_sessions",
    "open_archive",
    "open_log",
    "read_logged",
]
