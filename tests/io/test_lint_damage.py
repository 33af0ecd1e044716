"""`check` over files that are half right: each fault is told with its file, and stops no other."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.io.running import GOOD, OPEN, ORPHAN, process, run, written

_MENDED = ["user", "assistant", "tool", "user"]


def _roles(line: str) -> list[str]:
    return [message["role"] for message in json.loads(line)]


class TestFixing:
    """What is no conversation keeps its line, and the others are mended."""

    def test_a_line_that_is_left_out_stays(self, tmp_path: Path) -> None:
        written(tmp_path / "a.jsonl", [*OPEN, *GOOD], {"messages": 5})
        written(tmp_path / "b.json", [*OPEN, *GOOD])
        done = run("check", "--isolated", "--fix", tmp_path)
        first, second = (tmp_path / "a.jsonl").read_text(encoding="utf-8").splitlines()

        assert (done.code, _roles(first), json.loads(second)) == (0, _MENDED, {"messages": 5})
        assert _roles((tmp_path / "b.json").read_text(encoding="utf-8")) == _MENDED

    def test_a_file_that_turns_foreign_stays_and_the_next_is_mended(self, tmp_path: Path) -> None:
        odd = written(tmp_path / "a.jsonl", [*OPEN, *GOOD], 5)
        before = odd.read_bytes()
        written(tmp_path / "b.json", [*OPEN, *GOOD])
        done = run("check", "--isolated", "--fix", tmp_path)

        assert (done.code, odd.read_bytes()) == (0, before)
        assert f"left as it was: {odd}:2: " in done.err
        assert _roles((tmp_path / "b.json").read_text(encoding="utf-8")) == _MENDED


class TestPlaces:
    """Whatever is wrong in a file, the file is named."""

    @pytest.mark.parametrize("bad", [{"messages": 5}, [{**GOOD[0], "ctxfn": {"ignore": ["T9"]}}]])
    def test_a_line_is_named(self, tmp_path: Path, bad: object) -> None:
        path = written(tmp_path / "a.jsonl", GOOD, bad)
        done = run("check", "--isolated", path)

        assert (done.code, done.err.startswith(f"ctxfn: {path}:2: ")) == (2, True)

    def test_a_name_that_is_no_rule_is_told_with_its_message(self, tmp_path: Path) -> None:
        path = written(tmp_path / "a.json", [{**GOOD[0], "ctxfn": {"ignore": ["T9"]}}])
        done = run("check", "--isolated", path)

        assert f"{path}: message 0 at ctxfn.ignore: no rule 'T9'" in done.err


class TestMisuse:
    """What would be silent is refused."""

    @pytest.mark.parametrize("form", ["json", "sarif", "github"])
    def test_counts_are_for_people(self, tmp_path: Path, form: str) -> None:
        path = written(tmp_path / "a.json", ORPHAN)
        done = run("check", "--isolated", "--statistics", "--output-format", form, path)

        assert (done.code, done.out) == (2, "")

    def test_a_closed_stream_is_told(self) -> None:
        done = process("explain", "-", before="sys.stdin = None")

        assert (done.code, done.err) == (2, "ctxfn: <stdin>: it is closed\n")

    def test_a_folder_that_is_gone_has_no_project(self, tmp_path: Path) -> None:
        path = written(tmp_path / "a.json", GOOD)
        (tmp_path / "gone").mkdir()
        gone = str(tmp_path / "gone")
        done = process("check", path, before=f"import os\nos.chdir({gone!r})\nos.rmdir({gone!r})")

        assert (done.code, done.err) == (0, "")
