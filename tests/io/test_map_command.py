"""`ctxfn map`: a corpus on the command line."""

from __future__ import annotations

import io
import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from rich.console import Console

from ctxfn.io.batch import Progress
from ctxfn.io.cli.map_progress import map_progress
from ctxfn.io.cli.terminal import Terminal
from tests.house.tree import ROOT
from tests.io.running import GOOD, OPEN, ORPHAN, read_lines, run, written

HERE = ("--processes", "0")


@pytest.fixture
def source(tmp_path: Path) -> Path:
    path = written(tmp_path / "in.jsonl", GOOD, OPEN, {"request": {"messages": ORPHAN}})
    path.write_bytes(path.read_bytes() + b"no json\n")
    return path


@pytest.mark.parametrize(
    "options",
    [
        ("repair", "--to", "anthropic"),
        ("convert", "--to", "gemini"),
        ("fit", "--budget", "50"),
        ("check", "--to", "openai"),
        ("count", "--model", "gpt-4o"),
        ("assemble", "--to", "openai"),
    ],
)
def test_it_writes_what_the_verb_tells_of_each_line(
    source: Path, tmp_path: Path, options: tuple[str, ...]
) -> None:
    sound = tmp_path / "sound.jsonl"
    sound.write_bytes(source.read_bytes().removesuffix(b"no json\n"))
    told = read_lines(run(options[0], sound, "--json", *options[1:]).out)

    done = run("map", sound, tmp_path / "out", "--report", *HERE, "--verb", *options)

    without_spans = [
        {key: value for key, value in one.items() if key != "spans"}
        for one in told
        if isinstance(one, dict)
    ]
    assert read_lines((tmp_path / "out").read_text()) == without_spans
    assert done.code in (0, 1)


def test_bad_lines_are_an_exit_code_and_a_file(source: Path, tmp_path: Path) -> None:
    done = run("map", source, tmp_path / "out", "--verb", "repair", "--json", *HERE)

    assert done.code == 1
    assert json.loads(done.out) == {
        "output": str(tmp_path / "out"),
        "good": 3,
        "bad": 1,
        "bad_file": str(tmp_path / "out.bad.jsonl"),
        "resumed": 0,
        "tally": {
            "bad: UnreadableInput": 1,
            "messages": 5,
            "pair_tool_results: orphan-result": 1,
            "pair_tool_results: stand-in": 1,
        },
    }


def test_people_are_told_what_was_done(source: Path, tmp_path: Path) -> None:
    done = run("map", source, tmp_path / "out", "--verb", "repair", *HERE)

    assert done.out.splitlines()[0].endswith("out: 3 lines, 1 bad")
    assert "           1  pair_tool_results: stand-in" in done.err.splitlines()


def test_what_an_api_would_refuse_is_an_exit_code(tmp_path: Path) -> None:
    sound, faulty = written(tmp_path / "a", GOOD), written(tmp_path / "b", ORPHAN)

    codes = [
        run("map", path, f"{path}.out", "--verb", "check", *HERE).code for path in (sound, faulty)
    ]

    assert codes == [0, 1]


def test_options_by_name(source: Path, tmp_path: Path) -> None:
    config = tmp_path / "work.toml"
    config.write_text('verb = "repair"\nto = "openai"\n')

    run("map", source, tmp_path / "out", "--config", config, "--set", "open-calls=leave", *HERE)

    assert read_lines((tmp_path / "out").read_text())[1] == OPEN


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ((), "verb: found no verb"),
        (("--verb", "repair", "--set", "x"), "--set: found 'x', expected NAME=VALUE"),
        (("--verb", "repair", "--set", "x=1"), "repair, options: found x"),
        (("--verb", "repair", "--to", "nobody"), "nobody"),
        (("--verb", "check", "--processes", "2", "--scheduler", "tcp://x:1"), "one of the two"),
        (("--config", "/none.toml"), "/none.toml"),
    ],
)
def test_misuse(source: Path, tmp_path: Path, options: tuple[str, ...], said: str) -> None:
    done = run("map", source, tmp_path / "out", *options)

    assert (done.code, said in done.err) == (2, True), done.err
    assert not (tmp_path / "out").exists()


def test_an_interrupt_leaves_what_can_go_on_and_says_how(tmp_path: Path) -> None:
    source = written(tmp_path / "in.jsonl", *[GOOD] * 3_000)
    target = tmp_path / "out"
    command = [sys.executable, "-m", "ctxfn", "map", str(source), str(target), "--verb", "check"]
    with subprocess.Popen(
        [*command, "--processes", "1"],
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    ) as process:
        journal = tmp_path / "out.journal"
        while process.poll() is None and not journal.exists():
            time.sleep(0.01)
        process.send_signal(signal.SIGINT)
        _, err = process.communicate()

    assert (process.returncode, err) == (
        130,
        f"{target}: stopped; what was done is kept, and the same command goes on from there\n",
    )
    assert run(*command[3:], *HERE).code == 0
    assert len(target.read_text().splitlines()) == 3_000


@pytest.mark.parametrize(("is_terminal", "quiet"), [(True, False), (True, True), (False, False)])
def test_a_bar_is_shown_where_somebody_looks(is_terminal: bool, quiet: bool) -> None:
    err = io.StringIO()
    console = Console(file=err, force_terminal=is_terminal, width=80)
    seen = Terminal(Console(file=io.StringIO()), console, json=False, quiet=quiet)

    with map_progress(seen) as show:
        show(Progress(3, 1, 50, 100))

    assert ("3 lines, 1 bad" in err.getvalue()) is (is_terminal and not quiet)
