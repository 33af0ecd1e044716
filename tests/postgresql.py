"""A PostgreSQL server of our own, in a folder of its own, gone when the block ends.

Where there is none to start, its tests are skipped; but on CI, and where POSTGRESQL=required, they
fail: nobody would notice that they never run.
"""

from __future__ import annotations

import contextlib
import os
import shutil
import signal
import socket
import subprocess
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Final
from uuid import uuid4

import pytest

__all__ = ["Server", "database", "demand", "present", "server"]

#: It refuses to run as root.
_USER: Final = "postgres" if hasattr(os, "geteuid") and os.geteuid() == 0 else None


def _programs() -> Path | None:
    """Find the folder of initdb and postgres: on the path, or where Debian keeps each version."""
    found = shutil.which("initdb")
    debian = Path("/usr/lib/postgresql").glob("*/bin/initdb")
    newest = sorted(debian, key=lambda path: (len(path.parts[-3]), path.parts[-3]), reverse=True)
    places = [Path(found).resolve(), *newest] if found else newest
    return next((one.parent for one in places if one.with_name("postgres").exists()), None)


def present() -> bool:
    """Whether there is a PostgreSQL that can be started."""
    return _programs() is not None


def demand() -> None:
    """Skip the test if there is no PostgreSQL; fail it where there must be one."""
    try:
        import psycopg  # noqa: F401

        missing = "" if _programs() else "no initdb on the path, nor in /usr/lib/postgresql/*/bin"
    except ImportError:
        missing = "psycopg is not installed"
    if not missing:
        return
    if os.environ.get("CI") == "true" or os.environ.get("POSTGRESQL") == "required":
        pytest.fail(f"this test needs PostgreSQL: {missing}")
    pytest.skip(f"no PostgreSQL here: {missing}")


class Server:
    """A server that runs; `url` is the address of its database for its owner, a superuser."""

    def __init__(self, folder: Path, programs: Path, *, durable: bool) -> None:
        self.folder = folder
        self._programs = programs
        # Each database that is made for a test must not wait for the disk.
        self._durable = () if durable else ("-F",)
        self._port = _free_port()
        self.url = f"postgresql://owner@127.0.0.1:{self._port}/postgres"
        made = ["initdb", "-D", "data", "-U", "owner", "-A", "trust", "-N", "-E", "UTF8"]
        made[0] = str(programs / made[0])
        subprocess.run(made, check=True, capture_output=True, user=_USER, cwd=folder)
        self.start()

    def start(self) -> None:
        """Start it, and wait until it answers."""
        with (self.folder / "log").open("ab") as log:
            self._process = subprocess.Popen(
                [
                    *(str(self._programs / "postgres"), "-D", "data", "-p", str(self._port)),
                    *("-k", str(self.folder), *self._durable, "-c", "listen_addresses=127.0.0.1"),
                    *("-c", "shared_buffers=16MB", "-c", "max_connections=60"),
                ],
                user=_USER,
                cwd=self.folder,
                stdout=log,
                stderr=log,
            )
        _await_port(self._port, self._process)

    def crash(self) -> None:
        """End it at once, as a crash would: no checkpoint, and it has to recover."""
        self._end(signal.SIGQUIT)

    def stop(self) -> None:
        """End it; who is connected is cut off."""
        if self._process.poll() is None:
            self._end(signal.SIGINT)

    def _end(self, how: int) -> None:
        self._process.send_signal(how)
        self._process.wait(30)


@contextlib.contextmanager
def server(*, durable: bool = False) -> Iterator[Server]:
    """Run a server; one that is *durable* would survive the end of its machine."""
    demand()
    programs = _programs()
    assert programs is not None
    folder = Path(tempfile.mkdtemp(prefix="ctxfn-pg-"))
    try:
        if _USER is not None:
            shutil.chown(folder, _USER)
        running = Server(folder, programs, durable=durable)
        try:
            yield running
        finally:
            running.stop()
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def database(running: str) -> str:
    """Make a new database on the server that *running* is an address of; return its own."""
    import psycopg

    name = f"d{uuid4().hex}"
    with psycopg.connect(running, autocommit=True) as connection:
        connection.execute(f"CREATE DATABASE {name}")
    return f"{running.rpartition('/')[0]}/{name}"


def _free_port() -> int:
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        return int(found.getsockname()[1])


def _await_port(port: int, process: subprocess.Popen[bytes]) -> None:
    import psycopg

    for _ in range(600):
        with contextlib.suppress(psycopg.OperationalError):
            psycopg.connect(host="127.0.0.1", port=port, user="owner", dbname="postgres").close()
            return
        if process.poll() is not None:
            break
        time.sleep(0.05)
    raise RuntimeError("the server did not start")
