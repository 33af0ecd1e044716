"""A PostgreSQL server of our own, on a socket in a folder of its own, gone when the block ends."""

from __future__ import annotations

import contextlib
import os
import shutil
import socket
import subprocess
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Final

__all__ = ["AVAILABLE", "server"]

_INITDB: Final = shutil.which("initdb")
#: The program beside the real initdb, wherever a link to it stands.
_POSTGRES: Final = Path(_INITDB).resolve().with_name("postgres") if _INITDB else None
AVAILABLE: Final = _POSTGRES is not None and _POSTGRES.exists()

#: It refuses to run as root.
_USER: Final = "postgres" if hasattr(os, "geteuid") and os.geteuid() == 0 else None


@contextlib.contextmanager
def server() -> Iterator[str]:
    """Run a server; yield the address of its database for its owner, a superuser."""
    folder = Path(tempfile.mkdtemp(prefix="ctxfn-pg-"))
    if _USER is not None:
        shutil.chown(folder, _USER)
    port = _free_port()
    try:
        data = str(folder / "data")
        made = [str(_INITDB), "-D", data, "-U", "owner", "-A", "trust", "-N", "-E", "UTF8"]
        subprocess.run(made, check=True, capture_output=True, user=_USER, cwd=folder)
        started = [str(_POSTGRES), "-D", data, "-p", str(port), "-k", str(folder), "-F"]
        started += ["-c", "listen_addresses=127.0.0.1"]
        with subprocess.Popen(
            started, user=_USER, cwd=folder, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
        ) as process:
            try:
                _await_port(port)
                yield f"postgresql://owner@127.0.0.1:{port}/postgres"
            finally:
                process.terminate()
                process.wait(30)
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def _free_port() -> int:
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        return int(found.getsockname()[1])


def _await_port(port: int) -> None:
    import psycopg

    for _ in range(300):
        with contextlib.suppress(psycopg.OperationalError):
            psycopg.connect(host="127.0.0.1", port=port, user="owner", dbname="postgres").close()
            return
        time.sleep(0.1)
    raise RuntimeError("the server did not start")
