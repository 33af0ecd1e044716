"""What it costs to keep what was said: ``python -m benchmarks.archives``.

Each figure is a ratio to the same done with a plain file: a line appended and waited for until the disk
has it, and the whole file read to have its end. PostgreSQL too, where it can be started.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import shutil
import tempfile
from collections.abc import Awaitable, Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from time import perf_counter

from sqlalchemy import Connection, text

from benchmarks.figures import Figure, shown
from benchmarks.machine import machine
from ctxfn.io.archive import Archive, MemoryArchive, open_archive, open_log
from ctxfn.io.archive.sql.opened import opened
from ctxfn.messages import user
from ctxfn.turns import Happened, Input, Stored, read_record, write_record
from ctxfn.turns.scheduling import Offer
from tests.postgresql import present, server

__all__ = ["main"]

_LAST = 200
_COPIES = """
INSERT INTO ctxfn_messages (session, digest, said, is_talk, key, record)
SELECT session, {digest}, said + {step}, is_talk, key, record FROM ctxfn_messages
"""


def _message(number: int) -> Stored:
    return Stored(user(f"{number} {'some words of a message ' * 30}"), number, turn=f"t{number}")


def _each(rounds: int, do: Callable[[int], object]) -> float:
    """Milliseconds of one round."""
    started = perf_counter()
    for number in range(rounds):
        do(number)
    return (perf_counter() - started) * 1000 / rounds


async def _each_awaited(rounds: int, do: Callable[[int], Awaitable[object]]) -> float:
    started = perf_counter()
    for number in range(rounds):
        await do(number)
    return (perf_counter() - started) * 1000 / rounds


def _appended(path: Path, rounds: int) -> float:
    """The measure of all: a line of a file, and the wait for the disk."""
    with path.open("ab", buffering=0) as file:

        def append(number: int) -> None:
            file.write(f"{write_record(_message(number))}\n".encode())
            os.fsync(file.fileno())

        return _each(rounds, append)


def _read_whole(path: Path, messages: int, rounds: int) -> float:
    """What the last messages cost without an index."""
    path.write_text("".join(f"{write_record(_message(n))}\n" for n in range(messages)))

    def read(_number: int) -> None:
        lines = path.read_text().splitlines()
        for line in lines[-_LAST:]:
            read_record(line)

    return _each(rounds, read)


def _grow(url: str, messages: int) -> None:
    """Double what is in the archive until there are so many."""
    backend = opened(url, 30.0)
    with backend.writing() as connection:
        while (there := _count(connection)) < messages:
            digest = (
                f"decode(lpad(to_hex(position + {there}), 16, '0'), 'hex')"
                if backend.kind == "postgresql"
                else f"CAST(position + {there} AS TEXT)"
            )
            connection.execute(text(_COPIES.format(digest=digest, step=there)))
        connection.execute(text(f"UPDATE ctxfn_sessions SET said = {there}, spoken = {there}"))
    with backend.engine.connect() as connection:
        connection.execute(text("ANALYZE"))
        connection.commit()
    backend.engine.dispose()


def _count(connection: Connection) -> int:
    return connection.execute(text("SELECT count(*) FROM ctxfn_messages")).scalar() or 0


async def _archive(url: str, messages: int, rounds: int) -> tuple[float, float, float]:
    """Milliseconds to save one, to read the last of many, and to count."""
    async with open_archive(url) as archive:
        saved = await _each_awaited(rounds, lambda n: archive.save("s", f"k{n}", _message(n)))
    _grow(url, messages)
    async with open_archive(url) as archive:
        return saved, *await _looked(archive, rounds)


async def _looked(archive: Archive, rounds: int) -> tuple[float, float]:
    there = await archive.count("s")
    assert len(await archive.read("s", start=there - _LAST)) == _LAST
    read = await _each_awaited(rounds, lambda _: archive.read("s", start=there - _LAST))
    return read, await _each_awaited(rounds, lambda _: archive.count("s"))


async def _in_memory(rounds: int) -> float:
    archive = MemoryArchive()
    return await _each_awaited(rounds, lambda n: archive.save("s", f"k{n}", _message(n)))


async def _logged(folder: Path, rounds: int) -> float:
    async with open_log(folder, "s") as log:

        def append(number: int) -> Awaitable[None]:
            said = Input(str(number), "some words of a message " * 30, "s", "web")
            return log.append(Happened(Offer(said, 0), number))

        return await _each_awaited(rounds, append)


def _figures(folder: Path, messages: int, rounds: int) -> Iterator[Figure]:
    appended = _appended(folder / "plain", rounds)
    whole = _read_whole(folder / "whole", messages, 3)
    yield Figure("a line appended to a plain file, and fsync", appended, " ms")
    yield Figure(f"the last {_LAST} of {messages:,} lines of a plain file", whole, " ms")
    yield Figure(
        "an event in a log / that line", asyncio.run(_logged(folder, rounds)) / appended, "×"
    )
    yield Figure("a save in memory / that line", asyncio.run(_in_memory(rounds)) / appended, "×")
    with ExitStack() as running:
        places = {"SQLite": str(folder / "archive.db")}
        if present():
            places["PostgreSQL"] = running.enter_context(server(durable=True)).url
        for name, url in places.items():
            saved, read, counted = asyncio.run(_archive(url, messages, rounds))
            yield Figure(f"a save in {name} / that line", saved / appended, "×")
            yield Figure(f"the last {_LAST} in {name} / of that file", read / whole, "×")
            yield Figure(f"a count in {name}", counted, " ms")


def main() -> None:
    """Measure, and print a line a figure."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--messages", type=int, default=100_000)
    parser.add_argument("--rounds", type=int, default=200)
    options = parser.parse_args()
    folder = Path(tempfile.mkdtemp(prefix="ctxfn-archives-"))
    print(machine())
    try:
        for figure in _figures(folder, options.messages, max(options.rounds, _LAST)):
            print(f"{figure.what}: {shown(figure)}")
    finally:
        shutil.rmtree(folder)


if __name__ == "__main__":
    main()
