"""Standard streams that are closed or full, and input that cannot be read: a line, never a traceback."""

from __future__ import annotations

import json
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from tests.house.tree import ROOT
from tests.io.forks import forked
from tests.io.running import GOOD, Ended, read_lines, run, written

COMMANDS = ("check -", "repair -", "fit - --messages 1", "count -", "assemble -", "--version")
CLOSED = Ended(2, "", "ctxfn: standard output: cannot be written: it is closed\n")
FULL = re.compile("ctxfn: standard output: cannot be written: .*\n")
ANSWERED = (*COMMANDS, "--help", "check - --json", "repair - --json", "demo --json")


def redirected(arguments: str, redirection: str) -> Ended:
    """Run in a shell that redirects the standard streams."""
    done = subprocess.run(
        f"{shlex.quote(sys.executable)} -m ctxfn {arguments} {redirection}",
        shell=True,
        cwd=ROOT,
        input=json.dumps(GOOD).encode(),
        capture_output=True,
        check=False,
    )
    return Ended(done.returncode, done.stdout.decode(), done.stderr.decode())


class TestOutput:
    """An answer that cannot be told is misuse, said in one line; a remark that cannot is nothing."""

    def test_a_closed_standard_output(self, tmp_path: Path) -> None:
        done = forked(ANSWERED, ">&-", tmp_path)

        assert done == dict.fromkeys(ANSWERED, CLOSED)

    def test_a_full_disk(self, tmp_path: Path) -> None:
        done = forked(ANSWERED, ">/dev/full", tmp_path)

        assert {name: one.code for name, one in done.items()} == dict.fromkeys(ANSWERED, 2)
        assert [name for name, one in done.items() if not FULL.fullmatch(one.err)] == []

    def test_in_a_process_of_its_own(self) -> None:
        assert redirected("check -", ">&-") == CLOSED
        assert FULL.fullmatch(redirected("repair -", ">/dev/full").err)

    @pytest.mark.parametrize("where", ["2>&-", "2>/dev/full"])
    def test_nobody_hears_remarks(self, where: str) -> None:
        done = redirected("repair -", where)

        assert (done.code, json.loads(done.out)) == (0, GOOD)

    @pytest.mark.parametrize("arguments", ["check nowhere.json", "check - --to klaus"])
    def test_nobody_hears_the_error(self, arguments: str) -> None:
        assert redirected(arguments, "2>&-") == (2, "", "")

    @pytest.mark.parametrize("out", ["", ".", "/dev/full", "/no/such/folder/out.json"])
    def test_a_file_that_cannot_be_written(self, out: str) -> None:
        done = run("repair", "-", "--out", out, stdin=json.dumps(GOOD))

        assert (done.code, done.out) == (2, "")
        assert "cannot be written: " in done.err


class TestInput:
    """What cannot be read, or is read otherwise than it was meant."""

    def test_a_closed_standard_input(self) -> None:
        assert redirected("check -", "<&-") == (2, "", "ctxfn: <stdin>: it is closed\n")

    @pytest.mark.parametrize("name", ["", "/", "no\0name", "x" * 5_000])
    def test_a_file_that_cannot_be(self, name: str) -> None:
        done = run("count", name)

        assert (done.code, done.out, done.err.count("\n")) == (2, "", 1)

    @pytest.mark.parametrize("number", ["NaN", "Infinity", "-Infinity", "1e999"])
    def test_a_number_that_json_lacks_is_refused_with_its_path(self, number: str) -> None:
        text = f'{{"messages": [{{"role": "user", "content": "hi", "x": [{number}]}}]}}'

        assert run("repair", "-", stdin=text) == (
            2,
            "",
            f"ctxfn: <stdin>: messages[0].x[0]: found {number}, expected a number that JSON has\n",
        )

    def test_a_key_given_twice_is_told_and_the_last_value_read(self) -> None:
        text = '{"request": {"messages": [{"role": "user", "content": "a", "content": "b"}]}}'
        done = run("repair", "-", stdin=text)

        assert json.loads(done.out)["messages"] == [{"role": "user", "content": "b"}]
        assert done.err.splitlines()[0] == (
            "<stdin>: request.messages[0].content: found the key twice, the last value read"
        )

    @pytest.mark.parametrize("command", ["check", "repair", "count", "assemble"])
    def test_it_is_told_to_machines_too(self, command: str, tmp_path: Path) -> None:
        rows = tmp_path / "rows.jsonl"
        rows.write_text('{"role": "user", "content": "a"}\n{"role": "user", "role": "user"}\n')
        (told,) = read_lines(run(command, rows, "--json").out)

        assert isinstance(told, dict)
        assert told["repeated_keys"] == ["[1].role"]

    def test_a_tool_that_says_a_key_twice_is_refused(self, tmp_path: Path) -> None:
        tools = tmp_path / "tools.json"
        tools.write_text('[{"type": "function", "type": "custom"}]')
        done = run("check", written(tmp_path / "good.json", GOOD), "--tools", tools)

        assert done == (2, "", f"ctxfn: {tools}: found the key [0].type twice, expected it once\n")
