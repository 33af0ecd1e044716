"""One statement changes what it says and nothing else, or nothing at all: on real databases."""

from __future__ import annotations

import sqlite3
from pathlib import Path

import pytest

from ctxfn.errors import InvalidArgument
from ctxfn.io.sources import (
    Answer,
    Limits,
    Source,
    database,
    expose,
    opened_now,
    query,
    read_only,
    update,
)
from tests.io.sources.sql.databases import files_of, made, rows_of
from tests.postgresql import database as made_there

pytest.importorskip("sqlalchemy")

LIMITS = Limits(seconds=3.0, changed_rows=10)


def writable(path: Path, *, alters: bool = False) -> Source:
    return database(path, write_url=path, id="crm", alters=alters, limits=LIMITS)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return made(tmp_path)


def reason_of(answer: Answer) -> str:
    return "" if answer.problem is None else answer.problem.reason


class TestSqlite:
    """SQLite itself judges each statement."""

    def test_a_statement_is_made_lasting(self, path: Path) -> None:
        with opened_now(writable(path)) as live:
            said = [
                live.update("insert into pets values (1, 'owl')"),
                live.call("run_sql_change", {"statement": "update t set name = 'C' where id = 2;"}),
                live.update("insert into t (name) values ('D') returning id, name"),
                live.update("create table notes (id integer primary key, body text)"),
                live.update('create table if not exists "a""b" as select name from t where id = 1'),
                live.update("create index by_body on notes (body)"),
                live.update("delete from pets where kind = 'none'"),
            ]
            found = live.query("select id, name from t where id > 1")

        assert [(one.text, one.remarks) for one in said] == [
            ("1 rows changed", ()),
            ("1 rows changed", ()),
            ('{"id": 3, "name": "D"}', ("2 rows changed",)),  # one by a trigger
            ("0 rows changed", ()),
            ("1 rows changed", ()),
            ("0 rows changed", ()),
            ("0 rows changed", ()),
        ]
        assert found.text == '{"id": 2, "name": "C"}\n{"id": 3, "name": "D"}'

    @pytest.mark.parametrize(
        "statement",
        [
            "drop table t",
            "drop view names",
            "drop trigger tr",
            "alter table t rename to u",
            "alter table t add column x",
            "create trigger x after insert on pets begin delete from t; end",
            "create view v as select 1",
            "create virtual table v using fts5 (x)",
            "create temp table x (a)",
            "insert into t (name) values ('a'); drop table t",
            "insert into t (name) values ('a'); commit; delete from t",
            "commit",
            "rollback",
            "begin",
            "savepoint x",
            "attach '{other}' as other",
            "insert into other.t (name) values ('a')",
            "vacuum into '{dir}/copy.db'",
            "vacuum",
            "pragma writable_schema = on",
            "pragma foreign_keys = off",
            "update sqlite_master set sql = ''",
            "delete from sqlite_master",
            "insert into pets values (99, 'of nobody')",
            "insert into pets values (1, null)",
            "insert into t (name) select load_extension('x')",
            "with recursive n(x) as (select 1 union all select x + 1 from n limit 11) "
            "insert into pets select 1, x from n",
            "insert into t (name) with recursive n(x) as (select 1 union all select x + 1 from n) "
            "select x from n",
            "create table many as with recursive n(x) as (select 1 union all select x + 1 from n "
            "limit 11) select x from n",
            "analyze",
            "",
            "insert",
            "insert into t (name) values ('a\0b')",
            "insert into nowhere values (1)",
        ],
    )
    def test_what_may_not_be_changes_nothing(self, path: Path, statement: str) -> None:
        before, files = rows_of(path), set(files_of(path.parent))
        sql = statement.replace("{dir}", str(path.parent))
        sql = sql.replace("{other}", str(path.parent / "other.db"))
        limits = Limits(seconds=0.5, changed_rows=10)
        source = database(path, write_url=path, limits=limits)
        with opened_now(source) as live:
            answer = live.call("run_sql_change", {"statement": sql})

        assert answer.problem is not None
        assert (rows_of(path), set(files_of(path.parent))) == (before, files)

    @pytest.mark.parametrize(
        "statement",
        [
            "drop view names",
            "alter table pets rename to animals",
            "alter table pets add column age",
            "create view v as select 1",
            "drop table pets",
        ],
    )
    def test_what_is_allowed_may_be(self, path: Path, statement: str) -> None:
        before = rows_of(path)
        answer = update(writable(path, alters=True), statement)

        assert answer.problem is None
        assert rows_of(path) != before

    def test_too_many_rows_are_none(self, path: Path) -> None:
        before = rows_of(path)
        many = " union all ".join(f"select {number}" for number in range(11))
        few = update(writable(path), f"insert into pets select 1, * from ({many})")

        assert "it would change 11 rows, and 10 at most are allowed" in reason_of(few)
        assert rows_of(path) == before

    def test_words_need_an_agent(self, path: Path) -> None:
        assert "words need an agent" in reason_of(update(writable(path), "forget Bob"))

    def test_what_reads_still_cannot_write(self, path: Path) -> None:
        before = rows_of(path)
        with opened_now(writable(path)) as live:
            asked = live.call("run_sql_query", {"query": "delete from t"})
            shown = [tool.name for tool in expose(live, mode="tools").tools]
            both = [tool.name for tool in expose(live, write=True).tools]
        shut = update(read_only(writable(path)), "delete from t")

        assert asked.problem is not None
        assert "run_sql_change" not in shown
        assert both == ["query_crm", "update_crm"]
        assert shut.problem is not None
        assert shut.problem.kind == "read-only"
        assert rows_of(path) == before

    def test_a_file_that_is_not_there_is_not_made(self, tmp_path: Path) -> None:
        answer = update(writable(tmp_path / "gone.db"), "create table t (a)")

        assert "the file must be there" in reason_of(answer)
        assert list(tmp_path.iterdir()) == []

    def test_one_that_somebody_else_writes_is_late_and_changes_nothing(self, path: Path) -> None:
        other = sqlite3.connect(path, isolation_level=None)
        other.execute("BEGIN EXCLUSIVE")
        source = database(path, write_url=path, limits=Limits(seconds=0.4))
        answer = update(source, "insert into pets values (1, 'owl')")
        other.execute("ROLLBACK")
        other.close()

        assert "locked" in reason_of(answer)
        assert rows_of(path)["pets"] == []


@pytest.fixture(scope="module")
def owner(postgresql: str) -> str:
    import psycopg

    url = made_there(postgresql)
    with psycopg.connect(url, autocommit=True) as connection:
        for statement in _SETUP:
            connection.execute(statement)
    return url


_SETUP = (
    "CREATE ROLE changer LOGIN PASSWORD 'hunter2'",
    'CREATE SCHEMA "c rm" AUTHORIZATION changer',
    "CREATE SCHEMA other",
    "CREATE TABLE other.s (x int)",
    'SET search_path = "c rm"',
    "CREATE TABLE t (id serial PRIMARY KEY, name text)",
    "INSERT INTO t (name) VALUES ('Ann'), ('Bob')",
    "CREATE TABLE gone (x int)",
    "CREATE TABLE many_keys (id int PRIMARY KEY)",
    "CREATE TABLE many_more (id int REFERENCES many_keys ON DELETE CASCADE)",
    "INSERT INTO many_keys VALUES (1)",
    "INSERT INTO many_more SELECT 1 FROM generate_series(1, 11)",
    "ALTER TABLE many_keys OWNER TO changer",
    "ALTER TABLE many_more OWNER TO changer",
    "ALTER TABLE t OWNER TO changer",
    "ALTER TABLE gone OWNER TO changer",
)


@pytest.mark.parametrize("alters", [False, True])
def test_postgresql_says_itself_what_a_statement_was(
    owner: str, alters: bool, caplog: pytest.LogCaptureFixture
) -> None:
    import psycopg

    writer = owner.replace("owner@", "changer:hunter2@")
    source = database(writer, write_url=writer, schema="c rm", alters=alters, limits=LIMITS)
    refused = [
        "insert into t (name) values ('a'); drop table t",
        "do $$ begin insert into t (name) values ('x'); end $$",
        "set search_path = other",
        "commit",
        "copy t to stdout",
        "create schema more",
        "create function f() returns int language sql as 'select 1'",
        "grant select on t to public",
        "vacuum",
        "explain analyze insert into t (name) values ('x')",
        "prepare p as insert into t (name) values ('x')",
        "declare c cursor with hold for select 1",
        "prepare transaction 'x'",
        "set role changer",
        "lock table t",
        "listen a",
        "notify a",
        "discard all",
        "savepoint s",
        "rollback",
        "comment on table t is 'x'",
        "insert into other.s values (1)",
        "insert into t (name) select n from generate_series(1, 11) n",
        "with more as (insert into t (name) select n from generate_series(1, 11) n returning 1)"
        " select count(*) from more",
        "create table many as select n from generate_series(1, 11) n",
        "delete from many_keys",
        "insert into t (name) select pg_sleep(60)::text",
        "insert into t (name) values ('%s', :x)",
        "",
        *(() if alters else ("drop table t", "truncate t", "alter table t add column x int")),
    ]
    with psycopg.connect(owner) as connection:
        look = 'SELECT (SELECT array_agg(t ORDER BY id) FROM "c rm".t t), (SELECT count(*) FROM pg_class)'
        before = connection.execute(look).fetchone()
        connection.rollback()
        with opened_now(source) as live:
            wrong = [
                sql
                for sql in refused
                if live.call("run_sql_change", {"statement": sql}).problem is None
            ]
            between = connection.execute(look).fetchone()
            connection.rollback()
            said = live.update(f"insert into t (name) values ('50%: {alters}') returning name")
            live.update("create table if not exists mine (x int)")
            dropped = live.update("truncate gone")
            read = live.query('select count(*) as n from "c rm".mine')

    assert (wrong, between, caplog.messages) == ([], before, [])
    assert (said.text, said.remarks) == (f'{{"name": "50%: {alters}"}}', ("1 rows changed",))
    assert read.text == '{"n": 0}'
    assert (dropped.problem is None) == alters


def test_a_superuser_changes_nothing(owner: str) -> None:
    answer = update(database(owner, write_url=owner, limits=LIMITS), "create table x (a int)")

    assert "its role may do more" in reason_of(answer)


@pytest.mark.parametrize(
    "given",
    [
        {"write_url": "postgresql://a@b/c"},
        {"write_url": "mysql://a"},
        {"write_url": 5},
        {"write_url": "x.db", "alters": 1},
    ],
)
def test_what_does_not_belong_is_refused(tmp_path: Path, given: dict[str, object]) -> None:
    with pytest.raises(InvalidArgument):
        database(tmp_path / "x.db", **given)  # type: ignore[arg-type]


def test_without_a_second_address_nothing_changes(path: Path) -> None:
    source = database(path)

    assert not source.writable
    assert reason_of(update(source, "delete from t")).endswith(
        "do not try to change anything there"
    )
    assert query(source, "select count(*) as n from t").text == '{"n": 2}'
