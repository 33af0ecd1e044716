"""Run the command line: in this process, or as people do, in one of its own."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from typer.testing import CliRunner

from ctxfn.io.cli.app import app
from tests.house.tree import ROOT

CALL = {"id": "c1", "type": "function", "function": {"name": "now", "arguments": "{}"}}
GOOD = [{"role": "user", "content": "What time is it? Où es-tu? 你好"}]
OPEN = [*GOOD, {"role": "assistant", "content": None, "tool_calls": [CALL]}]
ORPHAN = [{"role": "tool", "tool_call_id": "c9", "content": "12:00"}, *GOOD]


class Ended(NamedTuple):
    """How a run ended, and what it wrote."""

    code: int
    out: str
    err: str


def run(*arguments: str | Path, stdin: str | bytes | None = None) -> Ended:
    """Run in this process."""
    done = CliRunner().invoke(app, list(map(str, arguments)), input=stdin)
    return Ended(done.exit_code, done.stdout, done.stderr)


def process(
    *arguments: str | Path, stdin: bytes = b"", before: str = "", **environment: str
) -> Ended:
    """Run in a process of its own; *before* is Python that runs first."""
    code = f"import sys\n{before}\nfrom ctxfn.io.cli import main\nsys.exit(main())"
    done = subprocess.run(
        [sys.executable, "-c", code, *map(str, arguments)],
        cwd=ROOT,
        input=stdin,
        capture_output=True,
        check=False,
        env={**os.environ, "PYTHONPATH": str(ROOT), "COLUMNS": "100", **environment},
    )
    return Ended(done.returncode, done.stdout.decode(), done.stderr.decode())


def written(path: Path, *lines: object) -> Path:
    """Write each of *lines* as JSON on a line of its own."""
    text = "".join(json.dumps(line, ensure_ascii=False) + "\n" for line in lines)
    path.write_text(text, encoding="utf-8")
    return path


def read_lines(text: str) -> list[object]:
    """Parse each line of *text*."""
    return [json.loads(line) for line in text.splitlines()]


def roles(messages: object) -> Sequence[object]:
    """Name the roles of a list of messages."""
    assert isinstance(messages, list)
    return [message["role"] for message in messages]
