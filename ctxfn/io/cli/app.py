"""The commands, and the one edge where what goes wrong becomes a line and an exit code."""

from __future__ import annotations

import functools
import os
import sys
from collections.abc import Callable
from importlib.metadata import PackageNotFoundError, version
from io import TextIOWrapper
from typing import Annotated, Final

import typer

from ctxfn.errors import CtxfnError
from ctxfn.io.cli.assemble import assemble
from ctxfn.io.cli.check import check
from ctxfn.io.cli.count import count
from ctxfn.io.cli.demo import demo
from ctxfn.io.cli.exits import BROKEN_PIPE, INTERRUPTED, MISUSE
from ctxfn.io.cli.fit import fit
from ctxfn.io.cli.repair import repair
from ctxfn.io.cli.terminal import plain

__all__ = ["app", "guarded", "start"]

app: Final = typer.Typer(
    name="ctxfn",
    epilog="Exit codes: 0 clean, 1 at least one error-level finding, 2 misuse.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)


def _tell_version(wanted: bool) -> None:
    if wanted:
        try:
            told = version("ctxfn")
        except PackageNotFoundError:  # run from its source
            told = "of no release"
        sys.stdout.write(f"ctxfn {told}\n")
        raise typer.Exit


@app.callback()
def _options(
    version: Annotated[
        bool,
        typer.Option("--version", callback=_tell_version, is_eager=True, help="Tell the version."),
    ] = False,
) -> None:
    """From stored history to a valid, budget-fitting model request."""


def guarded(command: Callable[..., None]) -> Callable[..., None]:
    """Turn what *command* raises of ours into one readable line and exit code 2."""

    @functools.wraps(command)
    def run(*arguments: object, **options: object) -> None:
        try:
            command(*arguments, **options)
            sys.stdout.flush()
        except CtxfnError as error:
            line = " ".join(plain(str(error)).split())
            sys.stderr.write(f"ctxfn: {line}\n")
            raise typer.Exit(MISUSE) from None
        except BrokenPipeError:
            _forget_stdout()
            raise typer.Exit(BROKEN_PIPE) from None
        except KeyboardInterrupt:
            raise typer.Exit(INTERRUPTED) from None

    return run


for _command in (check, repair, fit, count, assemble, demo):
    app.command()(guarded(_command))


def start(arguments: list[str]) -> int:
    """Run the command line and return its exit code."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(encoding="utf-8", errors="backslashreplace", newline="\n")
    try:
        app(arguments, prog_name="ctxfn")
    except SystemExit as done:
        return done.code if isinstance(done.code, int) else MISUSE if done.code else 0
    return 0


def _forget_stdout() -> None:
    """Point standard output at nothing, or the interpreter complains when it flushes at exit."""
    try:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    except (OSError, ValueError):  # a stream that is no file
        return
