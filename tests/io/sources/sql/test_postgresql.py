"""No statement changes a PostgreSQL database: against a server of our own."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from ctxfn.io.sources import Limits, database, opened_now, query, status
from tests.io.sources.sql.databases import attempts
from tests.postgresql import database as made

LIMITS = Limits(seconds=3.0)

_SETUP = (
    "CREATE SCHEMA crm",
    "CREATE SCHEMA other",
    "CREATE TABLE crm.t (id serial PRIMARY KEY, name text)",
    "INSERT INTO crm.t (name) VALUES ('Ann feeds owls'), ('Bob')",
    "CREATE TABLE other.s (x int)",
    "CREATE FUNCTION crm.sneak() RETURNS int LANGUAGE sql SECURITY DEFINER AS "
    "'INSERT INTO crm.t (name) VALUES (''sneaked'') RETURNING id'",
    "CREATE ROLE reader LOGIN PASSWORD 'hunter2'",
    "CREATE ROLE writer LOGIN",
    "CREATE ROLE files LOGIN",
    "GRANT pg_read_server_files TO files",
    "GRANT USAGE ON SCHEMA crm TO reader, writer",
    "GRANT SELECT ON crm.t TO reader",
    "GRANT ALL ON ALL TABLES IN SCHEMA crm TO writer",
    "GRANT ALL ON ALL SEQUENCES IN SCHEMA crm TO writer",
)

#: Beside the recorded ones; those of a role that may write, and must not here.
MORE = (
    "select crm.sneak()",
    "select * from crm.sneak()",
    "select setval('crm.t_id_seq', 99)",
    "select * from crm.t for update",
    "select * into crm.n from crm.t",
    "table crm.t; delete from crm.t",
    "select 1) as a(c1); delete from crm.t; --",
    "select 1) as a(c1); commit; delete from crm.t; select (1",
    "truncate crm.t",
    "vacuum",
    "reset all",
    "discard all",
    "set role owner",
    "set session authorization owner",
    "select set_config('role', 'owner', false)",
    "select set_config('session_authorization', 'owner', false)",
    "prepare p as delete from crm.t",
    "execute p",
    "declare c cursor for select 1",
    "listen x",
    "create extension dblink",
    "select lo_create(7)",
    "select lo_export(7, '{dir}/out')",
    "select pg_ls_dir('/')",
    "select pg_reload_conf()",
    "copy (select 1) to stdout",
    "alter role writer superuser",
    "create or replace function crm.x() returns int language sql as 'select 1'",
    "merge into crm.t using (select 1 as id) s on crm.t.id = s.id when matched then delete",
    "with x as (delete from crm.t returning *) select * from x",
    "select * from pg_shadow",
    "select 1 union all select count(*) from generate_series(1, 100000000000)",
    "",
    "select",
    "select 1\0",
    "select * from nowhere",
)


@pytest.fixture(scope="module")
def owner(postgresql: str) -> str:
    import psycopg

    url = made(postgresql)
    with psycopg.connect(url, autocommit=True) as connection:
        for statement in _SETUP:
            connection.execute(statement)
    return url


def of_role(owner: str, role: str) -> str:
    return owner.replace("owner@", f"{role}@")


def state(owner: str) -> list[object]:
    """What must stay as it was."""
    asked = (
        "SELECT * FROM crm.t ORDER BY id",
        "SELECT last_value, is_called FROM crm.t_id_seq",
        "SELECT relname FROM pg_class WHERE relnamespace::regnamespace::text IN ('crm', 'other')",
        "SELECT proname FROM pg_proc WHERE pronamespace = 'crm'::regnamespace",
        "SELECT count(*) FROM pg_largeobject_metadata",
        "SELECT rolname, rolsuper FROM pg_roles ORDER BY 1",
        "SELECT count(*) FROM pg_locks WHERE locktype = 'advisory'",
    )
    import psycopg

    with psycopg.connect(owner) as connection:
        return [sorted(connection.execute(sql).fetchall()) for sql in asked]


@pytest.mark.parametrize("role", ["reader:hunter2", "writer"])
def test_no_statement_has_an_effect(owner: str, tmp_path: Path, role: str) -> None:
    source = database(of_role(owner, role), schema="crm", limits=LIMITS)
    rows = '{"id": 1, "name": "Ann feeds owls"}\n{"id": 2, "name": "Bob"}'
    before = state(owner)
    left: list[object] = []
    every = [*attempts("postgresql"), *({"sql": sql, "must": "no effect"} for sql in MORE)]
    with opened_now(source) as live:
        for one in every:
            sql = one["sql"].replace("{dir}", str(tmp_path))
            answer = live.call("run_sql_query", {"query": sql})
            if one["must"] == "answer" and answer.problem is not None:
                left.append((sql, answer))
            again = live.call("run_sql_query", {"query": "select * from crm.t order by id"})
            if again.text != rows or len(repr(answer)) > 60_000:
                left.append((sql, answer, again))

    assert left == []
    assert (state(owner), list(tmp_path.iterdir())) == (before, [])


@pytest.mark.parametrize("role", ["owner", "files"])
def test_a_role_that_reaches_beyond_transactions_is_refused(owner: str, role: str) -> None:
    source = database(of_role(owner, role), limits=LIMITS)

    answer = query(source, "select 1")

    assert answer.problem is not None
    assert "its role may do more than transactions hold back" in answer.problem.reason
    assert not status(source).ok


def test_tables_columns_and_rows(owner: str) -> None:
    source = database(of_role(owner, "reader:hunter2"), schema="crm", limits=LIMITS)
    with opened_now(source) as live:
        tables = [one.id for one in live.call("list_tables", {}).results]
        told = json.loads(live.call("describe_table", {"table_name": "t"}).text or "")
        found = live.query("Who feeds owls?").results
        values = live.call(
            "run_sql_query",
            {
                "query": "select ':x' a, '%s' a, 1.50 b, '{1}'::int[] c, null d, '{\"k\": 1}'::jsonb e;"
            },
        )

    assert (tables, told["primary_key"]) == (["t"], ["id"])
    assert [one.snippet for one in found] == ["id: 1, name: Ann feeds owls"]
    assert json.loads(values.text or "") == {
        "a": ":x", "a#2": "%s", "b": "1.50", "c": "{1}", "d": None, "e": '{"k": 1}'
    }  # fmt: skip


def test_long_values_are_cut_and_many_rows_are_not_sent(owner: str) -> None:
    source = database(of_role(owner, "reader:hunter2"), schema="crm", limits=LIMITS)
    with opened_now(source) as live:
        long = live.call("run_sql_query", {"query": "select repeat('x', 50000000) as a"})
        many = live.call(
            "run_sql_query", {"query": "select n from generate_series(1, 5000000) n", "limit": 1}
        )

    assert (len(long.text or ""), long.remarks) == (2_009, ("1 cells cut to 2,000 characters",))
    assert (many.text, many.remarks) == ('{"n": 1}', ("the first 1 rows: there are more",))


def test_the_password_is_never_told(owner: str) -> None:
    gone = of_role(owner, "reader:hunter2").replace("127.0.0.1", "127.0.0.1.invalid")

    told = repr((status(database(gone, limits=LIMITS)), database(gone)))

    assert "hunter2" not in told
