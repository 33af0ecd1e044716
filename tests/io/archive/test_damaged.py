"""Tables that somebody else wrote in, and loops that did not open it: an `ArchiveFailure`, no more."""

from __future__ import annotations

import asyncio
import sqlite3
import threading
from contextlib import closing
from pathlib import Path

import pytest

from ctxfn.errors import CtxfnError, InvalidArgument
from ctxfn.io.archive import ArchiveFailure, SqlArchive, open_archive
from ctxfn.messages import assistant, user
from ctxfn.turns import Stored

HI = Stored(user("Hi"), 1)
COLUMNS = {
    "ctxfn_meta": ("value",),
    "ctxfn_sessions": ("digest", "name", "said", "retired", "retired_said", "spoken"),
    "ctxfn_messages": ("digest", "said", "is_talk", "key", "record"),
}


async def filled(path: Path) -> None:
    async with open_archive(path) as archive:
        await archive.save("s", "k1", HI)
        await archive.save("s", "k2", Stored(assistant("Yes?"), 2))


async def everything(path: Path) -> list[Exception]:
    """Ask for all there is, and return what was raised."""
    raised: list[Exception] = []
    try:
        async with open_archive(path) as archive:
            for call in (
                lambda: archive.count("s"),
                lambda: archive.read("s"),
                lambda: archive.read("s", start=1),
                lambda: archive.kept("s", behind=1),
                lambda: archive.sessions(),
                lambda: archive.save("s", "k3", HI),
                lambda: archive.retire("s", 1),
                lambda: archive.clear("s"),
                lambda: archive.delete("s"),
            ):
                try:
                    await call()
                except Exception as error:
                    raised.append(error)
    except Exception as error:
        raised.append(error)
    return raised


@pytest.mark.parametrize("value", [b"\xff\x00", "x", "9" * 5_000])
def test_odd_values_in_any_column_are_told(tmp_path: Path, value: object) -> None:
    asyncio.run(filled(tmp_path / "a.db"))
    whole = (tmp_path / "a.db").read_bytes()
    for table, columns in COLUMNS.items():
        for column in columns:
            path = tmp_path / f"{table}-{column}.db"
            path.write_bytes(whole)
            with closing(sqlite3.connect(path)) as connection, connection:
                first = f"rowid = (SELECT min(rowid) FROM {table})"
                connection.execute(f"UPDATE {table} SET {column} = ? WHERE {first}", (value,))
            raised = asyncio.run(everything(path))
            assert all(isinstance(error, ArchiveFailure) for error in raised), (column, raised)


def test_another_event_loop_is_refused(tmp_path: Path) -> None:
    raised: list[CtxfnError] = []

    def elsewhere(archive: SqlArchive) -> None:
        for call in (archive.save("s", "k", HI), archive.count("s")):
            with pytest.raises(ArchiveFailure) as caught:
                asyncio.run(call)
            raised.append(caught.value)

    async def run() -> int:
        async with open_archive(tmp_path / "a.db") as archive:
            thread = threading.Thread(target=elsewhere, args=(archive,))
            thread.start()
            await asyncio.to_thread(thread.join)
            return await archive.count("s")

    assert asyncio.run(run()) == 0
    assert ["another event loop" in str(one) for one in raised] == [True, True]


@pytest.mark.parametrize("url", ["postgresql:/who:t0psecret@host/name", "postgres:t0psecret@host"])
def test_an_address_that_is_nearly_one_makes_no_file(url: str) -> None:
    with pytest.raises(InvalidArgument) as caught:
        asyncio.run(opened_only(url))
    assert "t0psecret" not in str(caught.value)


async def opened_only(url: str) -> None:
    async with open_archive(url):
        pass
