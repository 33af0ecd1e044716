"""No statement changes a SQLite database, makes a file, reaches another one, or runs without end."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from pathlib import Path

import pytest

from ctxfn.io.sources import Limits, OpenSource, database, opened_now
from tests.io.sources.sql.databases import attempts, files_of, made, rows_of

pytest.importorskip("sqlalchemy")

LIMITS = Limits(seconds=0.6)

#: Beside the recorded ones.
MORE = (
    "insert into t default values",
    "insert or replace into t values (1, 'x')",
    "insert into t values (9, 'x') on conflict do nothing",
    "insert into t select null, name from t returning *",
    "replace into t values (1, 'x')",
    "update t set name = 'x'",
    "update t set name = 'x' returning *",
    "update or ignore t set id = 2",
    "delete from t returning *",
    "delete from sqlite_master",
    "update sqlite_master set sql = ''",
    "insert into sqlite_master values ('table', 'n', 'n', 2, '')",
    "create table if not exists n as select * from t",
    "create temporary table n as select 1",
    "create temp view n as select 1",
    "create view n as select 1",
    "create index n on t (name)",
    "create unique index n on t (name)",
    "create trigger n after insert on t begin select 1; end",
    "create temp trigger n after insert on t begin delete from t; end",
    "create virtual table n using fts5 (a)",
    "create virtual table temp.n using fts5 (a)",
    "insert into f (f) values ('optimize')",
    "insert into f (f, rank) values ('merge', 1)",
    "delete from f",
    "update f set body = ''",
    "drop view names",
    "drop trigger tr",
    "drop table if exists t",
    "drop table f",
    "alter table t rename to n",
    "alter table t add column n",
    "alter table t drop column name",
    "alter table t rename column name to n",
    "reindex",
    "analyze",
    "vacuum",
    "vacuum main into '{dir}/new.db'",
    "attach database '{dir}/new.db' as n",
    "attach ':memory:' as n",
    "attach '' as n",
    "attach database 'file:{dir}/other.db?mode=rw' as n",
    "detach main",
    "begin",
    "begin immediate",
    "begin exclusive",
    "commit",
    "rollback",
    "end",
    "savepoint a",
    "release a",
    "rollback to a",
    "pragma query_only",
    "pragma query_only = 0",
    "pragma main.query_only(0)",
    "PRAGMA  /* off */ Query_Only = OFF",
    "pragma user_version = 7",
    "pragma application_id = 7",
    "pragma schema_version = 7",
    "pragma journal_mode = delete",
    "pragma journal_mode",
    "pragma locking_mode = exclusive",
    "pragma temp_store_directory = '{dir}'",
    "pragma data_store_directory = '{dir}'",
    "pragma encoding = 'UTF-16'",
    "pragma page_size = 512",
    "pragma auto_vacuum = 1",
    "pragma incremental_vacuum",
    "pragma wal_checkpoint(truncate)",
    "pragma optimize",
    "pragma trusted_schema = on",
    "pragma recursive_triggers = on",
    "pragma mmap_size = 1000000000",
    "pragma cache_size = 100000000",
    "pragma hard_heap_limit = 1",
    "pragma soft_heap_limit = 1",
    "pragma threads = 8",
    "pragma busy_timeout = 100000",
    "pragma case_sensitive_like = on",
    "pragma read_uncommitted = 1",
    "pragma data_version = 1",
    "pragma database_list",
    "pragma integrity_check",
    "select * from pragma_database_list",
    "select load_extension('{dir}/x.so')",
    "select load_extension('{dir}/x.so', 'init')",
    "select writefile('{dir}/new.txt', 'x')",
    "select edit('x')",
    "select fts3_tokenizer('simple')",
    "select fts3_tokenizer('simple', x'00')",
    "select 'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa!' regexp '(a+)+$'",
    "with x as (select * from t) delete from t where id in (select id from x)",
    "with x as (select 1) update t set name = 'x'",
    "explain insert into t default values",
    "explain query plan delete from t",
    "select 1;; delete from t",
    "select 1; -- x\n delete from t",
    "/* select */ delete from t",
    "-- select\ndelete from t",
    ";delete from t",
    "",
    ";",
    "-- nothing",
    "select 1\0; delete from t",
    "select * from t where name = :x",
    "select * from t where name = ?",
    "select * from nowhere",
    "sel ect 1",
    "select zeroblob(1000000000)",
    "select hex(zeroblob(900000))",
    "select printf('%.*c', 1000000000, 'x')",
    "select replace(hex(zeroblob(400000)), '0', hex(zeroblob(400000)))",
    "select group_concat(hex(zeroblob(400000))) from t, t, t, t",
    "select " + ", ".join(["randomblob(900000)"] * 201),
    "select " + "(" * 500 + "1" + ")" * 500 + " + " + " + ".join("1" * 500),
    "select '" + "x" * 100_001 + "'",
    "select trim(hex(zeroblob(400000)), (select group_concat(char(n), '') from (with recursive "
    "r(n) as (select 65 union all select n + 1 from r where n < 3000) select n from r)))",
    " union all ".join(["select 1"] * 101),
    "with recursive r(n) as (select 1 union all select n + 1 from r) select * from r order by n",
    "with recursive r(n) as (select 1 union all select n + 1 from r) select max(n) from r",
    "with recursive r(n) as (select hex(zeroblob(100000)) union all select n from r) select "
    "count(*) from r",
    "select count(*) from t a, t b, t c, t d, t e, t f, t g, t h, t i, t j, t k, t l, t m, t n, "
    "t o, t p, t q, t r, t s, t u, t v, t w, t x, t y, t z, t aa, t ab, t ac, t ad, t ae",
    "select hex(randomblob(1000)) like '" + "%a" * 101 + "'",
)

#: What a database for reading must still answer.
READ = (
    "select * from t",
    "select * from t;",
    "  SELECT * FROM t -- all",
    "select ':x', '%', '%s', '?', ';', 'it''s'",
    "values (1), (2)",
    "with x as (select 1 as a) select * from x",
    "with recursive r(n) as (select 1 union all select n + 1 from r where n < 9) select * from r",
    "select * from names",
    "select * from f where f match 'owls'",
    "select body, rank from f where f match 'ow*' order by rank",
    "select instr('owls', 'l'), replace('owls', 'o', 'O'), trim('xowlsx', 'x'), trim(' a ')",
    "select json_extract('{\"a\": [1]}', '$.a[0]')",
    "select value from json_each('[1, 2]')",
    "select name from pragma_table_info('t')",
    "pragma table_info(t)",
    "pragma foreign_key_list(pets)",
    "explain query plan select * from t",
    "select name, row_number() over (order by name) from t",
    "select t.name, pets.kind from t left join pets on pets.owner = t.id",
    "select null, 1, 1.5, x'00ff', 'ü中'",
    "select 1 limit 0",
)


@pytest.fixture
def live(tmp_path: Path) -> Iterator[OpenSource]:
    with opened_now(database(made(tmp_path), limits=LIMITS)) as opened:
        yield opened


@pytest.mark.parametrize(
    ("sql", "must"),
    [
        *((one["sql"], one["must"]) for one in attempts("sqlite")),
        *((sql, "no effect") for sql in MORE),
        *((sql, "answer") for sql in READ),
    ],
    ids=lambda value: ascii(value)[:60],
)
def test_a_statement(live: OpenSource, tmp_path: Path, sql: str, must: str) -> None:
    before, path = files_of(tmp_path), tmp_path / "main ü?.db"
    rows = rows_of(path)
    statement = sql.replace("{dir}", str(tmp_path))

    answer = live.call("run_sql_query", {"query": statement})
    asked = live.query(statement) if must == "no effect" else answer

    if must == "answer":
        assert answer.problem is None, answer
    else:
        assert answer.problem is not None, answer
        assert asked.text is None
    assert str(tmp_path) not in repr(answer).replace(statement, "").replace(repr(statement), "")
    # Nothing is left for the next one, nor for anybody else.
    assert live.call("run_sql_query", {"query": "select count(*) as n from t"}).text == '{"n": 2}'
    assert (files_of(tmp_path), rows_of(path)) == (before, rows)
    with sqlite3.connect(path, timeout=0) as connection:
        connection.execute("BEGIN EXCLUSIVE")
        connection.rollback()
    connection.close()


def test_what_a_statement_leaves_is_gone_for_the_next(live: OpenSource) -> None:
    answers = [
        live.call("run_sql_query", {"query": sql})
        for sql in ("pragma case_sensitive_like = on", "select 'A' like 'a' as same")
    ]

    assert [one.text for one in answers] == [None, '{"same": 1}']
