"""Sources of the servers here: processes of their own, on standard streams or at a free port."""

from __future__ import annotations

import contextlib
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from ctxfn.io.sources import Limits, Source, mcp_server

__all__ = ["QUICK", "alive", "plain", "real", "served"]

_HERE = Path(__file__).parent

#: Long enough for a small process to start on a busy machine.
QUICK = Limits(seconds=5.0)


def plain(
    mode: str = "normal", *, id: str = "notes", limits: Limits = QUICK, **given: Any
) -> Source:
    """The server that does wrong what *mode* says; it starts without the packages of the site."""
    args = ("-S", str(_HERE / "plain.py"), mode)
    return mcp_server(id=id, command=sys.executable, args=args, limits=limits, **given)


def real(**given: Any) -> Source:
    """The server made with the SDK."""
    given = {"limits": Limits(seconds=20.0), **given}
    return mcp_server(id="notes", command=sys.executable, args=[str(_HERE / "real.py")], **given)


@contextlib.contextmanager
def served(kind: str, port: int = 0) -> Iterator[tuple[subprocess.Popen[bytes], int]]:
    """The server made with the SDK, at a port; yield its process and the port."""
    command = [sys.executable, str(_HERE / "real.py"), kind, str(port)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL) as process:
        try:
            assert process.stdout is not None
            yield process, int(process.stdout.readline())
        finally:
            process.kill()


def alive(process: int) -> bool:
    """Whether there is still a process of that number that runs."""
    try:
        state = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0]
    except OSError:
        return False
    return state != "Z"
