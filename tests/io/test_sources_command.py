"""`ctxfn sources`, and --sources of `assemble`, as people run them."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.io.running import process, read_lines, run
from tests.io.sources.sql.databases import made

pytest.importorskip("pathspec")
pytest.importorskip("sqlalchemy")

_DECLARED = """
[sources.crm]
type = "database"
url = "other.db"
[sources.notes]
type = "filesystem"
root = "notes"
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    made(tmp_path)
    (tmp_path / "notes").mkdir()
    (tmp_path / "notes" / "owls.md").write_text("Owls sleep by day.")
    (tmp_path / "sources.toml").write_text(_DECLARED)
    (tmp_path / "broken.toml").write_text(_DECLARED.replace("other.db", "gone.db"))
    said = [{"role": "user", "content": "When do owls sleep?"}]
    (tmp_path / "history.json").write_text(json.dumps(said))
    return tmp_path


class TestSources:
    """What there is, and whether it can be used."""

    def test_the_kinds(self) -> None:
        rows: Any = read_lines(run("sources", "--json").out)

        assert [(row["type"], row["needs"], row["missing"]) for row in rows] == [
            ("calendar", "ctxfn[google]", []),
            ("database", "ctxfn[sql]", []),
            ("filesystem", "ctxfn[files]", []),
            ("gdrive", "ctxfn[google]", []),
            ("gmail", "ctxfn[google]", []),
            ("mcp", "ctxfn[mcp]", []),
            ("slack", "ctxfn[slack]", []),
            ("web", "ctxfn[web]", []),
            ("wiki", "ctxfn[files]", []),
            ("workspace", "ctxfn[files]", []),
        ]

    def test_for_people(self) -> None:
        done = run("sources")

        assert done.code == 0
        assert "ctxfn[files]" in done.out

    def test_those_of_a_file(self, folder: Path) -> None:
        done = run("sources", "--sources", folder / "sources.toml", "--json")
        broken = run("sources", "--sources", folder / "broken.toml")

        assert [row["ok"] for row in read_lines(done.out)] == [True, True]  # type: ignore[index]
        assert (done.code, broken.code) == (0, 1)
        assert "unable to open database file" in broken.out

    def test_a_file_that_declares_what_is_none(self, folder: Path) -> None:
        done = run("sources", "--sources", folder / "history.json")

        assert (done.code, done.out) == (2, "")
        assert "no TOML" in done.err


class TestAssemble:
    """Their answers are told, and where each is from."""

    def test_passages_of_each(self, folder: Path) -> None:
        done = run("assemble", folder / "history.json", "--sources", folder / "sources.toml")

        assert done.code == 0
        text = json.loads(done.out)["messages"][0]["content"]
        assert 'title="owls.md" source="notes:owls.md#L1"' in text
        assert 'source="crm:t/1"' in text
        assert json.loads(done.out)["messages"][1]["content"] == "When do owls sleep?"

    def test_one_that_fails_is_told_of(self, folder: Path) -> None:
        arguments = ("assemble", folder / "history.json", "--sources", folder / "broken.toml")
        done, told = run(*arguments), json.loads(run(*arguments, "--json").out)

        assert "sources, refused: crm: unable to open database file" in done.err
        assert [one["text"] for one in told["sources"]] == ["crm: unable to open database file"]
        assert "notes:owls.md" in json.dumps(told["body"])

    def test_nobody_asked(self, folder: Path) -> None:
        (folder / "history.json").write_text('[{"role": "assistant", "content": "hi"}]')

        done = run("assemble", folder / "history.json", "--sources", folder / "sources.toml")

        assert "nobody asked anything" in done.err

    def test_told_twice_or_to_nobody(self, folder: Path) -> None:
        (folder / "facts.json").write_text('{"RetrievedDocuments": {}}')
        (folder / "pipeline.toml").write_text(
            'version = 1\n[[phases]]\nname = "a"\nbecause = "b"\nsteps = [{ type = "drop_empty" }]\n'
        )
        plain = ("assemble", folder / "history.json", "--sources", folder / "sources.toml")

        twice = run(*plain, "--facts", folder / "facts.json")
        unread = run(*plain, "--config", folder / "pipeline.toml")

        assert (twice.code, unread.code) == (2, 2)
        assert "--facts tells as well" in twice.err
        assert "no step that reads what they answer" in unread.err


def test_without_the_extras_the_command_runs_and_names_them(folder: Path) -> None:
    gone = (
        "sys.modules.update(pathspec=None, sqlalchemy=None)\nimport importlib.util as u\n"
        "f = u.find_spec\nu.find_spec = lambda n, *a: None if n in ('pathspec', 'sqlalchemy') else f(n, *a)"
    )

    listed = process("sources", before=gone)
    asked = process("sources", "--sources", str(folder / "sources.toml"), before=gone)

    assert listed.code == 0
    assert "no: pathspec is missing" in listed.out
    assert asked.code == 2
    assert "pip install 'ctxfn[sql]'" in asked.err


def test_no_extra_is_imported_before_it_is_needed() -> None:
    code = "import ctxfn.io.sources\nassert not {'pathspec', 'sqlalchemy', 'psycopg'} & set(sys.modules)"

    assert process("sources", "--json", before=code).code == 0
