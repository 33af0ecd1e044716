"""Somebody who sits at a terminal: a process on a pseudo-terminal of its own."""

from __future__ import annotations

import os
import pty
import re
import select
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tests.house.tree import ROOT

_ESCAPES = re.compile(r"\x1b\[[0-9;?]*[a-zA-Z]")

#: Seconds in which something must be seen; nobody waits so long where all is well.
_PATIENCE = 120.0


class Sitting:
    """What is typed and seen."""

    def __init__(self, handle: int, process: subprocess.Popen[bytes]) -> None:
        self._handle, self._process = handle, process
        self.seen = ""

    def type(self, *lines: str) -> None:
        """Type *lines*, all at once."""
        os.write(self._handle, "".join(f"{line}\n" for line in lines).encode())

    def interrupt(self) -> None:
        """Press Ctrl-C."""
        os.write(self._handle, b"\x03")

    def see(self, words: str) -> str:
        """Wait until *words* are seen, and return what was seen before."""
        until = time.monotonic() + _PATIENCE
        while words not in self.seen:
            assert time.monotonic() < until, f"{words!r} is not in {self.seen!r}"
            if not self._read(0.2):
                break
        before, found, self.seen = self.seen.partition(words)
        assert found, f"{words!r} is not in {before!r}"
        return before

    def end(self) -> int:
        """Wait until it has ended, and return how."""
        until = time.monotonic() + _PATIENCE
        while self._read(0.2):
            assert time.monotonic() < until, self.seen
        return self._process.wait(_PATIENCE)

    def _read(self, seconds: float) -> bool:
        if not select.select([self._handle], [], [], seconds)[0]:
            return True
        try:
            data = os.read(self._handle, 65_536)
        except OSError:  # the other side is closed
            return False
        self.seen += _ESCAPES.sub("", data.decode("utf-8", "replace"))
        return bool(data)


@contextmanager
def sitting(home: Path, *arguments: str) -> Iterator[Sitting]:
    """Run ``ctxfn chat`` for somebody whose home is *home*."""
    environment = {
        "PATH": os.environ["PATH"],
        "HOME": str(home),
        "TERM": "dumb",
        "PYTHONPATH": str(ROOT),
        "LC_ALL": "C.UTF-8",
    }
    ours, theirs = pty.openpty()
    process = subprocess.Popen(
        [sys.executable, "-m", "ctxfn", "chat", *arguments],
        stdin=theirs,
        stdout=theirs,
        stderr=theirs,
        env=environment,
        start_new_session=True,
        preexec_fn=_control,
    )
    os.close(theirs)
    try:
        yield Sitting(ours, process)
    finally:
        process.send_signal(signal.SIGKILL) if process.poll() is None else None
        process.wait()
        os.close(ours)


def _control() -> None:
    """Let the terminal be the one of the process: Ctrl-C reaches it."""
    import fcntl
    import termios

    fcntl.ioctl(0, termios.TIOCSCTTY, 0)
