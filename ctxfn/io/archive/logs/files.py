"""The files of a log: its lines, its lock, and the session's name where theirs is too short."""

from __future__ import annotations

import os
from pathlib import Path

from ctxfn.io.archive.disk import make_folder, replace_file, sync_folder
from ctxfn.io.archive.logs.line_file import LineFile
from ctxfn.io.archive.logs.locks import Lock
from ctxfn.io.archive.logs.names import LOCK, LOG, NAME, PAST, session_of, stem_of
from ctxfn.turns import Agent, AgentEvent, InvalidLog, Log, read_log, read_record, write_record

__all__ = ["EventFiles", "line_of"]


class EventFiles:
    """They are held by one writer, until they are closed or deleted. `found` is what was there."""

    def __init__(self, folder: Path, session: str, agent: Agent, sync: bool) -> None:
        make_folder(folder)
        stem = stem_of(session)
        self._folder, self._stem = folder, stem
        self._name = folder / f"{stem}{NAME}"
        self._closed = False
        self._lock = Lock(folder / f"{stem}{LOCK}")
        try:
            if session_of(stem) is None:
                replace_file(self._name, session.encode("utf-8", "surrogatepass"))
            self.lines = LineFile(folder / f"{stem}{LOG}", line_of(agent), sync=sync)
            try:
                self.found = self.read()
            except BaseException:
                self.lines.close()
                raise
        except BaseException:
            self._lock.release()
            raise

    def read(self) -> Log:
        """Read what is in it now."""
        return read_log(self.lines.text())

    def past(self) -> tuple[Path, ...]:
        """The logs that began anew and were kept, the oldest first."""
        return tuple(sorted(self._folder.glob(f"{self._stem}.*{PAST}")))

    def keep(self) -> None:
        """Keep what the log holds now under a name of its own, beside it."""
        kept = self.past()
        number = int(kept[-1].suffixes[-2][1:]) + 1 if kept else 1
        os.link(self._folder / f"{self._stem}{LOG}", self._named_past(number))
        sync_folder(self._folder)

    def forget(self) -> None:
        """Remove what was kept."""
        for path in self.past():
            path.unlink(missing_ok=True)
        sync_folder(self._folder)

    def _named_past(self, number: int) -> Path:
        return self._folder / f"{self._stem}.{number:06}{PAST}"

    def close(self) -> None:
        """Close them, and let others write."""
        if not self._closed:
            self._closed = True
            self.lines.close()
            self._lock.release()

    def delete(self) -> None:
        """Close and delete them."""
        if not self._closed:
            self._closed = True
            self.lines.close(remove=True)
            self.forget()
            self._name.unlink(missing_ok=True)
            self._lock.release(remove=True)


def line_of(record: Agent | AgentEvent) -> str:
    """Write a line, and read it: one that cannot be read would close the whole log.

    Raises:
        InvalidLog: it would not come back as it is.
    """
    line = write_record(record)
    if read_record(line) != record:
        raise InvalidLog(None, "a record that would not come back as it is", "another one")
    return line
