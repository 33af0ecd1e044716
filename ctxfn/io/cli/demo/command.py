"""`ctxfn demo`: the main job on a real history, offline, in a second."""

from __future__ import annotations

import time

import typer

from ctxfn.io.cli.demo.play import MODEL, play
from ctxfn.io.cli.demo.show import show
from ctxfn.io.cli.demo.tell import told
from ctxfn.io.cli.exits import FOUND
from ctxfn.io.cli.findings import errors_in
from ctxfn.io.cli.options import AsJson, Quiet
from ctxfn.io.cli.terminal import terminal
from ctxfn.tokens import counter_for

__all__ = ["demo"]


def demo(as_json: AsJson = False, quiet: Quiet = False) -> None:
    """Show the main job on a real history, damaged as stores damage them; no key, no network."""
    seen = terminal(json=as_json, quiet=quiet)
    played = play(clock=time.perf_counter, counter=counter_for(MODEL))
    if as_json:
        seen.data(told(played), indent=2)
    else:
        show(played, seen)
    if errors_in(played.left):  # the tests say that there are none
        raise typer.Exit(FOUND)
