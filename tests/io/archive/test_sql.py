"""An archive in a database: what SQLite and PostgreSQL are asked, and what they may answer."""

from __future__ import annotations

import os
import sqlite3
import stat
import sys
from contextlib import closing
from pathlib import Path
from typing import Any

import anyio
import pytest
from sqlalchemy import ClauseElement, Connection, text

from ctxfn.errors import InvalidArgument, MissingExtra
from ctxfn.io.archive import ArchiveFailure, SqlArchive, open_archive
from ctxfn.io.archive.sql.opened import opened
from ctxfn.io.archive.sql.rows import since
from ctxfn.io.archive.sql.schema import prepare
from ctxfn.messages import user
from ctxfn.turns import Stored
from tests.io.archive.held import held_in_sql
from tests.postgresql import database, server

HI = Stored(user("Hi"), 1)

_MANY = """
INSERT INTO ctxfn_sessions (id, digest, name, said, retired, retired_said, spoken)
VALUES (900, {digest}, 'many', 20000, 0, 0, 0);
WITH RECURSIVE n(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM n WHERE n < 20000)
INSERT INTO ctxfn_messages (session, digest, said, is_talk, key, record)
SELECT 900, {each}, n, {true}, 'k', '{{}}' FROM n;
"""


def asked(url: str, sql: str) -> list[Any]:
    """Run statements on the database at *url*, beside the archive."""
    backend = opened(url, 5.0)
    try:
        with backend.writing() as connection:
            rows: list[Any] = []
            for one in filter(str.strip, sql.split(";")):
                result = connection.exec_driver_sql(one)
                rows = [*result] if result.returns_rows else []
            return rows
    finally:
        backend.engine.dispose()


def written(url: str) -> str:
    """Write what is asked to read the last of many."""
    backend = opened(url, 5.0)
    try:
        options = {"literal_binds": True}
        asked = since(900, 7, 19_000)
        assert isinstance(asked, ClauseElement)
        return str(asked.compile(backend.engine, compile_kwargs=options))
    finally:
        backend.engine.dispose()


async def _saved(url: str | Path, *keys: str) -> None:
    async with open_archive(url) as archive:
        for key in keys:
            await archive.save("s", key, HI)


class TestIndexes:
    """What is read is what is behind the start, whatever there is before it."""

    def test_sqlite_looks_it_up(self, tmp_path: Path) -> None:
        url = str(tmp_path / "a.db")
        each = "CAST(n AS TEXT)"
        asked(url, _MANY.format(digest="x'00'", each=each, true="1"))
        sql = written(url)

        plan = [row[-1] for row in asked(url, f"EXPLAIN QUERY PLAN {sql}")]

        assert plan == [
            "SEARCH ctxfn_messages USING INDEX ctxfn_messages_said (session=? AND said>?)"
        ]

    def test_postgresql_looks_it_up(self, postgresql: str) -> None:
        url = database(postgresql)
        sql = written(url)
        each = "decode(lpad(to_hex(n), 8, '0'), 'hex')"
        made = _MANY.format(digest="'x'::bytea", each=each, true="true")

        asked(url, f"{made} ANALYZE ctxfn_messages")
        (row,) = asked(url, f"EXPLAIN (ANALYZE, FORMAT JSON) {sql}")
        node = row[0][0]["Plan"]
        while "Plans" in node:  # above: a sort of what was found
            (node,) = node["Plans"]

        assert node["Index Name"] == "ctxfn_messages_said"
        assert node["Index Cond"].startswith("((session = 900) AND (said >= 19000)")
        assert node["Actual Rows"] + node.get("Rows Removed by Filter", 0) <= 1_001


class TestVersions:
    """The tables say which version they are of."""

    def test_a_newer_one_is_refused(self, url: str) -> None:
        asked(url, "UPDATE ctxfn_meta SET value = '7' WHERE name = 'version'")
        try:
            with pytest.raises(ArchiveFailure, match=r"of version 7, and this ctxfn .* up to 1"):
                anyio.run(_saved, url)
        finally:
            fixed = "UPDATE ctxfn_meta SET value = '1' WHERE name = 'version'"
            _beside(url, fixed)

    @pytest.mark.parametrize("value", ["x", "0", ""])
    def test_what_is_no_version_is_refused(self, tmp_path: Path, value: str) -> None:
        url = str(tmp_path / "a.db")
        asked(url, f"UPDATE ctxfn_meta SET value = '{value}'")

        with pytest.raises(ArchiveFailure, match="expected a number"):
            anyio.run(_saved, url)

    def test_an_older_one_is_brought_up_to_date_once(self, url: str) -> None:
        backend = opened(url, 5.0)
        done: list[int] = []

        def step(connection: Connection, number: int) -> None:
            done.append(number)

        steps = tuple(lambda connection, n=n: step(connection, n) for n in (1, 2))
        with backend.writing() as connection:
            prepare(connection, version=3, migrations=steps)
            prepare(connection, version=3, migrations=steps)
            version = connection.execute(text("SELECT value FROM ctxfn_meta")).scalar()
            connection.rollback()
        backend.engine.dispose()

        assert (done, version) == ([1, 2], "3")


class TestFiles:
    """A SQLite file of an archive."""

    def test_it_is_its_owners_and_written_ahead(self, tmp_path: Path) -> None:
        path = tmp_path / "new ?#%.db"

        with held_in_sql(path) as held:
            held.save("s", "k", HI)
            beside = sorted(tmp_path.iterdir())
            modes = {stat.S_IMODE(one.stat().st_mode) for one in beside}
            backend = opened(str(path), 5.0)
            with backend.reading() as connection:
                settings = [
                    connection.exec_driver_sql(f"PRAGMA {name}").scalar()
                    for name in ("journal_mode", "synchronous", "foreign_keys", "busy_timeout")
                ]
            backend.engine.dispose()

        assert settings == ["wal", 2, 1, 5_000]
        assert [one.name for one in beside] == [path.name, f"{path.name}-shm", f"{path.name}-wal"]
        assert modes == {0o600} or sys.platform == "win32"

    def test_it_is_there_the_next_time(self, tmp_path: Path) -> None:
        path = tmp_path / "a.db"
        anyio.run(_saved, path, "1")
        anyio.run(_saved, f"sqlite:///{path}", "1", "2")

        with held_in_sql(path) as held:
            assert [one.key for one in held.kept("s")] == ["1", "2"]

    @pytest.mark.parametrize("what", ["folder", "text", "nowhere"])
    def test_what_is_no_database_is_refused(self, tmp_path: Path, what: str) -> None:
        path = tmp_path / "a.db"
        if what == "folder":
            path.mkdir()
        elif what == "text":
            path.write_text("Once upon a time there was no database. " * 50)
        else:
            path = path / "b.db"

        with pytest.raises(ArchiveFailure, match=r"^open: "):
            anyio.run(_saved, path)

    def test_who_waits_too_long_is_told(self, tmp_path: Path) -> None:
        path = tmp_path / "a.db"
        anyio.run(_saved, path)

        async def save() -> None:
            async with open_archive(path, seconds=0.05) as archive:
                with closing(sqlite3.connect(path, isolation_level=None)) as other:
                    other.execute("BEGIN IMMEDIATE")
                    await archive.save("s", "k", HI)

        with pytest.raises(ArchiveFailure, match=r"^save of session 's': database is locked"):
            anyio.run(save)

    def test_a_damaged_record_is_named(self, tmp_path: Path) -> None:
        path = tmp_path / "a.db"
        anyio.run(_saved, path, "1", "2")
        asked(str(path), """UPDATE ctxfn_messages SET record = '{"is":"Agent"}' WHERE key = '2'""")

        with held_in_sql(path) as held, pytest.raises(ArchiveFailure) as failed:
            held.read("s")

        assert failed.value.reason.startswith("key '2': found Agent(")


class TestServers:
    """A PostgreSQL server may go, and come back."""

    def test_it_may_crash_between_two_messages(self) -> None:
        with server() as running, held_in_sql(running.url) as held:
            held.save("s", "1", HI)
            running.crash()
            with pytest.raises(ArchiveFailure) as failed:
                held.save("s", "2", HI)
            running.start()
            held.save("s", "2", HI)
            keys = [one.key for one in held.kept("s")]

        assert keys == ["1", "2"]
        assert "owner@127.0.0.1" in failed.value.reason

    def test_what_was_told_is_kept_is_on_its_disk(self, postgresql: str) -> None:
        """Whoever turned that off for a role does not lose messages."""
        url = database(postgresql)
        asked(url, f"ALTER DATABASE {url.rpartition('/')[2]} SET synchronous_commit = off")

        assert asked(url, "SHOW synchronous_commit") == [("on",)]

    def test_no_secret_is_told(self, tmp_path: Path) -> None:
        url = "postgresql://ann:hunter%2F2@127.0.0.1:1/x?connect_timeout=2&sslpassword=hush"

        with pytest.raises(ArchiveFailure) as failed:
            anyio.run(_saved, url)
        with pytest.raises(InvalidArgument) as refused:
            anyio.run(_saved, "postgresql://ann:hunter2@h:port/x")

        told = f"{failed.value!r} {refused.value!r}"
        assert not any(word in told for word in ("hunter", "hush"))


class TestCallers:
    """How it is used, and misused."""

    @pytest.mark.parametrize("many", [30])
    def test_tasks_save_at_the_same_time(self, url: str, many: int) -> None:
        async def save() -> tuple[int, set[str]]:
            async with open_archive(url) as archive, anyio.create_task_group() as tasks:
                for number in range(many):
                    tasks.start_soon(archive.save, "tasks", str(number), HI)
                    tasks.start_soon(archive.save, "tasks", "same", HI)
                    tasks.start_soon(archive.read, "tasks")
            async with open_archive(url) as archive:
                kept = await archive.kept("tasks")
                assert [one.position for one in kept] == sorted({one.position for one in kept})
                return await archive.count("tasks"), {one.key for one in kept}

        assert anyio.run(save) == (many + 1, {"same", *map(str, range(many))})

    def test_a_closed_one_says_so(self, tmp_path: Path) -> None:
        async def late() -> SqlArchive:
            async with open_archive(tmp_path / "a.db") as archive:
                pass
            return archive

        archive = anyio.run(late)
        with pytest.raises(ArchiveFailure, match="closed"):
            anyio.run(archive.count, "s")

        assert repr(archive) == f"SqlArchive({str(tmp_path / 'a.db')!r})"

    @pytest.mark.parametrize(
        "given", ["", ":memory:", "sqlite://", "sqlite:///x?mode=ro", "mysql://h/x", "a\0", 5, b"x"]
    )
    def test_what_is_no_address_is_refused(self, given: Any) -> None:
        with pytest.raises(InvalidArgument, match=r"^open_archive, url"):
            anyio.run(_saved, given)

    @pytest.mark.parametrize("seconds", [0, -1, "x", True, float("nan"), float("inf")])
    def test_what_is_no_time_is_refused(self, tmp_path: Path, seconds: Any) -> None:
        with pytest.raises(InvalidArgument, match=r"^open_archive, seconds"):
            open_archive(tmp_path / "a.db", seconds=seconds)

    def test_what_is_not_installed_is_named(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setitem(sys.modules, "psycopg", None)
        with pytest.raises(MissingExtra, match=r"ctxfn\[sql\]"):
            anyio.run(_saved, "postgresql://h/x")
        monkeypatch.setattr("ctxfn.io.archive.opening.find_spec", lambda name: None)
        with pytest.raises(MissingExtra, match=r"ctxfn\[agent\]"):
            open_archive(tmp_path / "a.db")

        assert os.listdir(tmp_path) == []


def _beside(url: str, sql: str) -> None:
    """Run a statement on a database whose tables no archive would open."""
    if url.startswith("postgresql"):
        import psycopg

        with psycopg.connect(url) as connection:
            connection.execute(sql)
        return
    with closing(sqlite3.connect(url)) as other, other:
        other.execute(sql)
