"""Run several commands with the same redirection: one process starts, each runs in a fork of it."""

from __future__ import annotations

import json
import os
import shlex
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

from tests.house.tree import ROOT
from tests.io.running import GOOD, Ended

#: What starts once is what all commands stand on; a fork has its own input and standard error.
DRIVER = """
import os, shlex, sys
from ctxfn.io.cli import main
import ctxfn.io.cli.app

folder, *commands = sys.argv[1:]
for number, command in enumerate(commands):
    child = os.fork()
    if not child:
        for name, flags, stream in (("in", os.O_RDONLY, 0), (f"err{number}", os.O_WRONLY, 2)):
            there = os.open(f"{folder}/{name}", flags)
            os.dup2(there, stream)
            os.close(there)
        sys.exit(main(shlex.split(command)))
    code = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    with open(f"{folder}/code{number}", "w") as told:
        told.write(str(code))
"""


def forked(commands: Sequence[str], redirection: str, folder: Path) -> dict[str, Ended]:
    """Run each of *commands* on `GOOD` with standard output redirected; nobody sees what it says."""
    (folder / "in").write_text(json.dumps(GOOD), encoding="utf-8")
    for number, _ in enumerate(commands):
        (folder / f"err{number}").touch()
    done = subprocess.run(
        f"{shlex.join([sys.executable, '-c', DRIVER, str(folder), *commands])} {redirection}",
        shell=True,
        cwd=ROOT,
        capture_output=True,
        check=False,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
    )
    assert (done.returncode, done.stdout, done.stderr) == (0, b"", b"")
    return {
        command: Ended(
            int((folder / f"code{number}").read_text()),
            "",
            (folder / f"err{number}").read_text(encoding="utf-8"),
        )
        for number, command in enumerate(commands)
    }
