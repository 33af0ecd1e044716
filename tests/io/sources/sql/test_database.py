"""What the tools of a database say: tables, columns, rows, each within limits."""

from __future__ import annotations

import json
import sqlite3
from pathlib import Path

import pytest

from ctxfn.errors import InvalidArgument, MissingExtra
from ctxfn.io.sources import (
    Answer,
    Document,
    Limits,
    Status,
    database,
    expose,
    opened_now,
    query,
    status,
    update,
)
from tests.io.sources.sql.databases import made

pytest.importorskip("sqlalchemy")


def asked(path: Path, name: str, limits: Limits | None = None, **arguments: object) -> Answer:
    with opened_now(database(path, limits=limits)) as live:
        return live.call(name, arguments)


def run(path: Path, sql: str, limits: Limits | None = None, **arguments: object) -> Answer:
    return asked(path, "run_sql_query", limits, query=sql, **arguments)


def reason(answer: Answer) -> str:
    assert answer.problem is not None
    return answer.problem.reason


class TestTables:
    """What there is to ask about."""

    def test_all_of_them(self, tmp_path: Path) -> None:
        answer = asked(made(tmp_path), "list_tables")

        kinds = [(one.id, one.snippet) for one in answer.results]
        assert [one for one in kinds if not one[0].startswith("f_")] == [
            ("f", "table"),
            ("names", "view"),
            ("pets", "table"),
            ("t", "table"),
        ]

    def test_columns_and_keys(self, tmp_path: Path) -> None:
        answer = asked(made(tmp_path), "describe_table", table_name="pets")

        assert json.loads(answer.text or "") == {
            "table": "pets",
            "columns": [
                {"name": "owner", "type": "INTEGER", "nullable": True, "default": None},
                {"name": "kind", "type": "TEXT", "nullable": False, "default": None},
            ],
            "primary_key": [],
            "foreign_keys": [{"columns": ["owner"], "table": "t", "to": ["id"]}],
        }

    def test_a_table_that_is_not_there(self, tmp_path: Path) -> None:
        answer = asked(made(tmp_path), "describe_table", table_name="t'; drop table t")

        assert reason(answer).startswith('table_name: found "t\'; drop table t", expected one of')


class TestRows:
    """An object a row, cut to what may be said."""

    def test_values_of_every_kind(self, tmp_path: Path) -> None:
        answer = run(made(tmp_path), "select 1 a, 1.5 a, null b, 'ü中' c, x'00ff' d, 9e999 e")

        expected = '{"a": 1, "a#2": 1.5, "b": null, "c": "ü中", "d": "0x00ff", "e": "inf"}'
        assert answer == Answer(text=expected)

    def test_no_rows(self, tmp_path: Path) -> None:
        answer = run(made(tmp_path), "select id, name from t where 0")

        assert answer == Answer(text="", remarks=("no rows; columns: id, name",))

    @pytest.mark.parametrize("limit", [0, -1, 201])
    def test_a_limit_that_is_none(self, tmp_path: Path, limit: int) -> None:
        assert f"limit: found {limit}, expected 1" in reason(
            run(made(tmp_path), "select 1", limit=limit)
        )

    def test_no_more_rows_than_asked_for(self, tmp_path: Path) -> None:
        five_million = (
            "with recursive r(n) as (select 1 union all select n + 1 from r where n < 5000000)"
        )

        answer = run(made(tmp_path), f"{five_million} select n from r", limit=2)

        assert answer == Answer(
            text='{"n": 1}\n{"n": 2}', remarks=("the first 2 rows: there are more",)
        )

    def test_long_cells_are_cut(self, tmp_path: Path) -> None:
        answer = run(made(tmp_path), "select 'abcdef' a, x'0102030405' b", Limits(cell=4))

        assert answer == Answer(
            text='{"a": "abcd", "b": "0x0102"}', remarks=("2 cells cut to 4 characters",)
        )

    def test_as_many_rows_as_an_answer_takes(self, tmp_path: Path) -> None:
        answer = run(made(tmp_path), "select 'abcd' a from t", Limits(characters=20))

        assert answer == Answer(
            text='{"a": "abcd"}', remarks=("the first 1 of 2 rows: they are long",)
        )

    def test_a_value_of_fifty_million_bytes(self, tmp_path: Path) -> None:
        path = made(tmp_path)
        with sqlite3.connect(path) as connection:
            connection.execute("CREATE TABLE big AS SELECT zeroblob(50000000) AS x")
        connection.close()

        answer = run(path, "select x from big")

        expected = "string or blob too big: a value has 1,000,000 bytes at most"
        assert reason(answer) == expected
        assert run(path, "select length(x) as n from big").text == '{"n": 50000000}'

    def test_one_that_runs_without_end_is_late(self, tmp_path: Path) -> None:
        endless = "with recursive r(n) as (select 1 union all select n from r) select sum(n) from r"

        answer = run(made(tmp_path), endless, Limits(seconds=0.3))

        assert answer.problem is not None
        assert answer.problem.kind == "late"

    def test_text_that_is_none(self, tmp_path: Path) -> None:
        assert run(made(tmp_path), "select cast(x'ff41' as text) a").text == '{"a": "\ufffdA"}'


class TestQuestions:
    """A statement runs; words are looked for."""

    def test_words(self, tmp_path: Path) -> None:
        answer = query(database(made(tmp_path)), "Who feeds owls?")

        first = Document("t/1", "t", "t/1", "database", "id: 1, name: Ann feeds owls")
        assert answer.results[0] == first

    @pytest.mark.parametrize("word", ["100%", "'; drop table t; --", "\\", "_", "%"])
    def test_words_are_no_patterns_and_no_sql(self, tmp_path: Path, word: str) -> None:
        path = made(tmp_path)

        answer = query(database(path), word)

        assert answer.problem is None
        assert run(path, "select count(*) n from t").text == '{"n": 2}'

    def test_a_statement(self, tmp_path: Path) -> None:
        assert query(database(made(tmp_path)), "select count(*) n from t").text == '{"n": 2}'

    def test_words_that_begin_as_a_statement_does(self, tmp_path: Path) -> None:
        answer = query(database(made(tmp_path)), "with whom do owls sleep?")

        assert answer.problem is None

    def test_nothing_can_be_changed(self, tmp_path: Path) -> None:
        source = database(made(tmp_path))

        assert update(source, "insert a row").problem is not None
        with opened_now(source) as live:
            shown = expose(live, write=True)
        assert [tool.name for tool in shown.tools] == ["query_database"]
        assert "update_" not in shown.instructions


class TestDeclaring:
    """Which addresses there are."""

    def test_status(self, tmp_path: Path) -> None:
        path = made(tmp_path)
        (tmp_path / "text.db").write_text("no database, but long enough to be looked at" * 20)

        assert status(database(path)).ok
        gone = status(database(tmp_path / "gone.db"))
        assert gone == Status(False, "unable to open database file")
        assert not (tmp_path / "gone.db").exists()
        assert status(database(tmp_path / "text.db")) == Status(False, "file is not a database")

    def test_an_address(self, tmp_path: Path) -> None:
        (tmp_path / "a.db").touch()

        assert status(database(f"sqlite:///{tmp_path}/a.db")) == status(database(tmp_path / "a.db"))

    @pytest.mark.parametrize(
        "url",
        [
            "mysql://ann:hunter2@db/x",
            "sqlite://",
            "sqlite:///:memory:",
            "sqlite:///a.db?mode=rw",
            ":memory:",
            "",
            "a\0b",
            "postgresql://ann:hunter2@[::1/x",
        ],
    )
    def test_what_is_none_and_no_password_is_told(self, url: str) -> None:
        with pytest.raises(InvalidArgument) as caught:
            database(url)

        assert "hunter2" not in str(caught.value)

    def test_a_schema_where_there_are_none(self, tmp_path: Path) -> None:
        with pytest.raises(InvalidArgument, match="SQLite has no schemas"):
            database(tmp_path / "a.db", schema="crm")

    def test_the_extra_is_named(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setitem(__import__("sys").modules, "sqlalchemy", None)

        with pytest.raises(MissingExtra, match=r"pip install 'ctxfn\[sql\]'"):
            database(tmp_path / "a.db")
