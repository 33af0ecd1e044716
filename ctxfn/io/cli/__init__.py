"""The command line: `ctxfn check`, `repair`, `fit`, `count`, `assemble` and `demo`."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from importlib.util import find_spec

from ctxfn.errors import MissingExtra

__all__ = ["MISUSE", "main"]

#: The exit code for what the caller must change; 1 means findings, 0 none.
MISUSE = 2


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line on *arguments* (the process's own, if none) and return its exit code.

    Without the extra ``cli`` it says how to get it.
    """
    for package in ("typer", "rich"):
        if find_spec(package) is None:
            sys.stderr.write(f"ctxfn: {MissingExtra(package, 'cli')}\n")
            return MISUSE
    from ctxfn.io.cli.app import start  # only now: it stands on both

    return start(sys.argv[1:] if arguments is None else list(arguments))
