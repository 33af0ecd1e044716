"""A SQLite file with rows, and what of it must stay as it was."""

from __future__ import annotations

import json
import sqlite3
from pathlib import Path

__all__ = ["attempts", "files_of", "made", "rows_of"]

_ATTEMPTS = Path(__file__).with_name("sql_attempts.jsonl")


def attempts(database: str) -> list[dict[str, str]]:
    """Read the statements to try on *database*."""
    lines = _ATTEMPTS.read_text(encoding="utf-8").splitlines()
    return [one for one in map(json.loads, lines) if one["database"] == database]


def made(folder: Path) -> Path:
    """Make a database and another one beside it; return the path of the first."""
    for name in ("main ü?.db", "other.db"):
        with sqlite3.connect(folder / name) as connection:
            connection.executescript(
                """
                PRAGMA synchronous = OFF;
                CREATE TABLE t (id INTEGER PRIMARY KEY, name TEXT DEFAULT 'x');
                INSERT INTO t (name) VALUES ('Ann feeds owls'), ('Bob: 100%');
                CREATE TABLE pets (owner INTEGER REFERENCES t (id), kind TEXT NOT NULL);
                CREATE VIEW names AS SELECT name FROM t;
                CREATE VIRTUAL TABLE f USING fts5 (body);
                INSERT INTO f VALUES ('owls sleep by day');
                CREATE TRIGGER tr AFTER INSERT ON t BEGIN DELETE FROM pets; END;
                """
            )
        connection.close()
    return folder / "main ü?.db"


def rows_of(path: Path) -> dict[str, list[object]]:
    """Every row of every table, and every definition."""
    connection = sqlite3.connect(path)
    tables = [name for (name,) in connection.execute("SELECT name FROM sqlite_master")]
    rows: dict[str, list[object]] = {"": list(connection.execute("SELECT * FROM sqlite_master"))}
    for name in tables:
        try:
            rows[name] = list(connection.execute(f'SELECT * FROM "{name}"'))
        except sqlite3.OperationalError:  # an index, or a trigger
            continue
    connection.close()
    return rows


def files_of(folder: Path) -> dict[str, bytes]:
    """Every file in *folder*, whole."""
    return {one.name: one.read_bytes() for one in sorted(folder.iterdir())}
