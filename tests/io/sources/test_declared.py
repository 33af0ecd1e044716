"""A file declares sources, and is read strictly."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from ctxfn.errors import MissingExtra
from ctxfn.io.errors import UnreadableInput
from ctxfn.io.sources import KINDS, Limits, opened_now, read_sources, status
from tests.io.sources.sql.databases import made

pytest.importorskip("pathspec")
pytest.importorskip("sqlalchemy")


def written(folder: Path, text: str) -> Path:
    path = folder / "sources.toml"
    path.write_text(text, encoding="utf-8")
    return path


def test_sources_in_their_order_with_paths_from_the_file(tmp_path: Path) -> None:
    made(tmp_path)
    (tmp_path / "notes").mkdir()
    (tmp_path / "notes" / "a.log").write_text("x")
    path = written(
        tmp_path,
        """
        tokens = 500
        [sources.crm]
        type = "database"
        url = "other.db"
        name = "Customers"
        limits = { seconds = 2.5, rows = 7 }
        [sources.again]
        type = "database"
        url = "sqlite:///other.db"
        [sources.notes]
        type = "filesystem"
        root = "notes"
        exclude = ["*.log"]
        """,
    )

    declared = read_sources(path)

    crm, again, notes = declared.sources
    assert declared.tokens == 500
    assert (crm.id, crm.name, crm.limits) == ("crm", "Customers", Limits(seconds=2.5, rows=7))
    assert [status(one).ok for one in (crm, again, notes)] == [True, True, True]
    with opened_now(notes) as live:
        assert live.call("list_files", {}).text is None


def test_a_secret_comes_from_the_environment(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CRM_FILE", "other.db")
    made(tmp_path)
    path = written(tmp_path, '[sources.crm]\ntype = "database"\nurl = { env = "CRM_FILE" }')

    (crm,) = read_sources(path).sources

    assert status(crm).ok


def test_sources_on_the_net(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for package in ("httpx", "slack_sdk", "google.auth"):
        pytest.importorskip(package)
    monkeypatch.setenv("NEST_TOKEN", "xoxb-1")
    monkeypatch.delenv("EXA_API_KEY", raising=False)
    (tmp_path / "token.json").write_text('{"token": "a", "refresh_token": "b"}')
    path = written(
        tmp_path,
        """
        [sources.web]
        type = "web"
        backend = "exa"
        fetch = "direct"
        allow_addresses = ["10.0.0.0/8"]
        [sources.nest]
        type = "slack"
        token = { env = "NEST_TOKEN" }
        base_url = "http://127.0.0.1:1/api"
        folder = "."
        files = true
        [sources.drive]
        type = "gdrive"
        token_path = "token.json"
        corpora = "user"
        [sources.mail]
        type = "gmail"
        token_path = "token.json"
        [sources.diary]
        type = "calendar"
        token_path = "token.json"
        timezone = "Europe/Vienna"
        working_hours = [8, 16]
        """,
    )

    every = read_sources(path).sources

    assert [one.id for one in every] == ["web", "nest", "drive", "mail", "diary"]
    assert [status(one).ok for one in every] == [False, False, True, True, True]
    assert [bool(one.inner) for one in every] == [True] * 5
    assert not any(one.writable for one in every)


def test_packages_are_loaded_only_by_a_source_that_needs_them() -> None:
    code = "import ctxfn.io.sources, sys; print({*sys.modules} & {'httpx', 'slack_sdk', 'google.auth'})"
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)

    assert ran.stdout.strip() == "set()"


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("", "sources: found nothing, expected a table a source"),
        ("[", "no TOML"),
        ("source = 1", "source: found a key nobody reads, expected perhaps 'sources'"),
        ("sources = 5", "sources: found 5, expected a table a source"),
        ("tokens = -1\n[sources.a]", "tokens: found -1"),
        ("[sources]\na = 1", "sources.a: found 1, expected a table with a type"),
        ("[sources.a]", "sources.a.type: found None, expected one of calendar, database"),
        ('[sources.a]\ntype = "files"', "sources.a.type: found 'files'"),
        ('[sources.a]\ntype = "filesystem"', "sources.a: "),
        ('[sources.a]\ntype = "filesystem"\nroot = 5', "sources.a: a, root: found 5"),
        ('[sources.a]\ntype = "filesystem"\nrot = "."', "sources.a.rot: found a key nobody reads"),
        ('[sources.a]\ntype = "filesystem"\nroot = "."\nexclude = [1]', "sources.a: a, exclude"),
        ('[sources.a]\ntype = "database"\nurl = "x"\nlimits = { row = 1 }', "sources.a.limits.row"),
        ('[sources.a]\ntype = "database"\nurl = "x"\nlimits = { rows = 0 }', "sources.a.limits: "),
        ('[sources.a]\ntype = "database"\nurl = "x"\nlimits = 5', "sources.a.limits: found 5"),
        ('[sources.a]\ntype = "database"\nurl = "postgresql://a:b@c/d"', "found a password"),
        (
            '[sources.a]\ntype = "database"\nurl = { env = "NOWHERE_SET" }',
            "the variable NOWHERE_SET",
        ),
        ('[sources.a]\ntype = "slack"\ntoken = "xoxb-1"', "sources.a.token: found a secret"),
        ('[sources.a]\ntype = "web"\nbackend = "exa"\napi_key = "k"', "api_key: found a secret"),
        ('[sources.a]\ntype = "database"\nurl = { other = 1 }', "sources.a.url: found"),
        ('[sources.a]\ntype = "database"\nurl = "mysql://x"', "sources.a: database, url: found"),
        ('[sources.a]\ntype = "mcp"\nurl = "http://a"\nheaders = 5', "sources.a.headers: found 5"),
        ('[sources.a]\ntype = "mcp"\nurl = "http://a"\nheaders = { X-Api-Key = "k" }', "a secret"),
        ('[sources.a]\ntype = "mcp"\nurl = "http://a/?x=1&api_key=k"', "a password"),
        ('[sources.a]\ntype = "database"\nurl = "postgresql://a/b?password=k"', "a password"),
        ('[sources.a]\ntype = "database"\nurl = "redis://:k@a/0"', "a password"),
        ('[sources.a]\ntype = "mcp"\ncommand = "a"\nenv = { A = { b = "c" } }', "env.A: found"),
        ('[sources.a]\ntype = "mcp"\ncommand = "a"\nenv = { A = 5 }', "sources.a: mcp_server, env"),
        ('[sources.a]\ntype = "mcp"', "neither a command nor a url"),
        ('[sources.a]\ntype = "database"\nurl = "x"\nretry = -1', "sources.a: with_retry, times"),
        ('[sources.a]\ntype = "database"\nurl = "x"\ncache = 0', "sources.a: with_cache, seconds"),
        ('[sources.a]\ntype = "database"\nurl = "x"\nread_only = 1', "sources.a: read_only"),
        ('[sources.a]\ntype = "database"\nurl = "x"\nprefix = 1', "sources.a: with_prefix"),
    ],
)
def test_what_does_not_belong_is_named_with_its_place(tmp_path: Path, text: str, told: str) -> None:
    with pytest.raises(UnreadableInput) as caught:
        read_sources(written(tmp_path, text))

    assert told in str(caught.value)
    assert str(caught.value).startswith(str(tmp_path))


@pytest.mark.parametrize("path", ["nowhere.toml", "."])
def test_what_cannot_be_read(tmp_path: Path, path: str) -> None:
    with pytest.raises(UnreadableInput):
        read_sources(tmp_path / path)


def test_a_missing_extra_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("importlib.util.find_spec", lambda name: None)
    path = written(tmp_path, '[sources.a]\ntype = "workspace"')

    assert all(one.missing == one.packages for one in KINDS)
    with pytest.raises(MissingExtra, match=r"ctxfn\[files\]"):
        read_sources(path)


def test_a_server_with_variables_of_its_own_and_what_is_put_around_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pytest.importorskip("mcp")
    monkeypatch.setenv("NOTES_TOKEN", "hunter2hunter2")
    program = Path(__file__).parent / "mcp_servers" / "plain.py"
    path = written(
        tmp_path,
        f"""
        [sources.notes]
        type = "mcp"
        command = {sys.executable!r}
        args = ["-S", {str(program)!r}]
        env = {{ TOKEN = {{ env = "NOTES_TOKEN" }}, env = "x" }}
        log = "notes.log"
        include = ["env", "write"]
        reads = ["write"]
        retry = 1
        cache = 60
        read_only = true
        prefix = "n_"
        """,
    )

    (notes,) = read_sources(path).sources

    assert (notes.limits, notes.writable) == (Limits(seconds=30.0), False)
    with opened_now(notes) as live:
        told = json.loads(live.call("n_env", {}).text or "")
    assert (told["TOKEN"], told["env"]) == ("[hidden]", "x")
    assert (tmp_path / "notes.log").exists()
