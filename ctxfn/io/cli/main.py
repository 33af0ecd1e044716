"""The entry point: it says so if what the command line stands on is not installed."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from importlib.util import find_spec

from ctxfn.errors import MissingExtra
from ctxfn.io.cli.exits import MISUSE

__all__ = ["main"]


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
