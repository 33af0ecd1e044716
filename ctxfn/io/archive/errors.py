"""Errors: what an archive or a log of events could not do."""

from __future__ import annotations

from attrs import frozen

from ctxfn.errors import RunError

__all__ = ["ArchiveFailure"]


@frozen
class ArchiveFailure(RunError):
    """An archive, or the log of a session, could not do *what* it was asked, and why.

    `session` is missing where it concerns all of them. No secret of an address is in the reason.
    """

    what: str
    session: str | None
    reason: str

    def __str__(self) -> str:
        where = "" if self.session is None else f" of session {_short(self.session)}"
        return f"{self.what}{where}: {self.reason}"


def _short(name: str) -> str:
    return repr(name) if len(name) <= 80 else f"{name[:79]!r}…"
