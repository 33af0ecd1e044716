"""The edge: exit codes, streams, terminals, and what is missing."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from tests.house.tree import ROOT
from tests.io.running import GOOD, ORPHAN, process, run, written

HIDE = "sys.modules[{!r}] = None"


class TestMisuse:
    """Exit code 2, one line, never a traceback."""

    @pytest.mark.parametrize(
        ("options", "says"),
        [
            (("--to", "klaus"), "the target 'klaus' is not known. Known are: openai"),
            (
                ("--format", "morse"),
                "the codec 'morse' is not known. Known are: anthropic, bedrock, ",
            ),
            (("--select", "Z9"), "no rule 'Z9'; there are: T101"),
            (("--tools", "none.json"), "none.json: no such file"),
            (("--system", "@none.md"), "none.md: no such file"),
        ],
    )
    def test_what_does_not_exist_is_named_with_what_does(
        self, tmp_path: Path, options: tuple[str, str], says: str
    ) -> None:
        done = run("check", written(tmp_path / "good.json", GOOD), *options)

        assert (done.code, done.out) == (2, "")
        assert done.err.startswith(f"ctxfn: {says}")
        assert done.err.count("\n") == 1

    @pytest.mark.parametrize(
        ("option", "value"),
        [("--date", "soon"), ("--var", "x"), ("--fill", "critic"), ("--system-role", "@none.md")],
    )
    def test_a_value_that_cannot_be_is_named(self, option: str, value: str) -> None:
        done = run("assemble", "-", option, value, stdin=json.dumps(GOOD))

        assert done.code == 2
        assert value.removeprefix("@") in done.err

    @pytest.mark.parametrize(
        "arguments",
        [(), ("check",), ("chekc", "x"), ("check", "x", "--nope"), ("repair", "x", "--out")],
    )
    def test_usage(self, arguments: tuple[str, ...]) -> None:
        assert run(*arguments).code == 2

    def test_a_bad_line_leaves_no_file(self, tmp_path: Path) -> None:
        source, out = tmp_path / "a.jsonl", tmp_path / "out.jsonl"
        source.write_text(json.dumps(GOOD) + "\n{\n", encoding="utf-8")

        assert run("repair", source, "--out", out).code == 2
        assert not out.exists()


class TestProcess:
    """What only a process of its own shows."""

    def test_the_version_is_told_or_said_to_be_unknown(self) -> None:
        assert process("--version").out.startswith("ctxfn ")

    def test_exit_codes(self) -> None:
        clean, bad = json.dumps(GOOD).encode(), json.dumps(ORPHAN).encode()

        codes = [process("check", "-", stdin=data).code for data in (clean, bad, b"{")]

        assert codes == [0, 1, 2]

    def test_output_is_utf8_whatever_the_locale(self) -> None:
        data = json.dumps(GOOD).encode()
        done = process("repair", "-", stdin=data, LC_ALL="C", PYTHONIOENCODING="ascii")

        assert json.loads(done.out) == GOOD

    def test_no_colours_in_a_pipe_and_none_where_none_are_wanted(self) -> None:
        data = json.dumps(ORPHAN).encode()
        plain = process("check", "-", stdin=data)
        forced = process("check", "-", stdin=data, FORCE_COLOR="1", NO_COLOR="")
        refused = process("check", "-", stdin=data, FORCE_COLOR="1", NO_COLOR="1")

        assert ["\x1b" in done.out for done in (plain, forced, refused)] == [False, True, False]

    def test_a_reader_that_leaves_is_no_error(self, tmp_path: Path) -> None:
        path = written(tmp_path / "many.jsonl", *[GOOD * 50] * 400)
        writer = subprocess.Popen(
            [sys.executable, "-m", "ctxfn", "repair", str(path), "-q"],
            cwd=ROOT,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
        )
        assert writer.stdout is not None
        assert writer.stderr is not None
        writer.stdout.readline()
        writer.stdout.close()
        said = writer.stderr.read()
        writer.stderr.close()

        assert (writer.wait(), said) == (141, b"")

    @pytest.mark.parametrize("package", ["typer", "rich"])
    def test_a_missing_extra_is_named(self, package: str) -> None:
        done = process("demo", before=HIDE.format(package))

        assert done == (2, "", f"ctxfn: {package} is not installed: pip install 'ctxfn[cli]'\n")

    def test_the_module_runs_as_well(self) -> None:
        done = subprocess.run(
            [sys.executable, "-m", "ctxfn", "--help"], cwd=ROOT, capture_output=True, check=False
        )

        assert done.returncode == 0
        for command in (b"check", b"repair", b"fit", b"count", b"assemble", b"demo"):
            assert command in done.stdout
