"""The commands, and the one edge where what goes wrong becomes a line and an exit code."""

from __future__ import annotations

import functools
import sys
from collections.abc import Callable
from typing import Annotated, Final, NoReturn

import typer

from ctxfn.errors import CtxfnError
from ctxfn.io.cli.assemble import assemble
from ctxfn.io.cli.cache import cache
from ctxfn.io.cli.chat import chat
from ctxfn.io.cli.check import check
from ctxfn.io.cli.convert import convert
from ctxfn.io.cli.count import count
from ctxfn.io.cli.demo import demo
from ctxfn.io.cli.diff import diff
from ctxfn.io.cli.exits import BROKEN_PIPE, INTERRUPTED, MISUSE
from ctxfn.io.cli.explain import explain
from ctxfn.io.cli.fit import fit
from ctxfn.io.cli.map import map_lines
from ctxfn.io.cli.repair import repair
from ctxfn.io.cli.replay import replay_log
from ctxfn.io.cli.sources import sources
from ctxfn.io.cli.steps import steps
from ctxfn.io.cli.streams import complain, forget, standard_streams
from ctxfn.io.cli.terminal import plain
from ctxfn.io.cli.version import version_told
from ctxfn.io.errors import UnwritableOutput

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
        sys.stdout.write(f"ctxfn {version_told()}\n")
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
    """Turn what goes wrong in *command*, or in telling its answer, into one line and exit code 2."""

    @functools.wraps(command)
    def run(*arguments: object, **options: object) -> None:
        try:
            try:
                command(*arguments, **options)
            finally:
                sys.stdout.flush()
        except CtxfnError as error:
            _refuse(str(error))
        except BrokenPipeError:
            forget(sys.stdout)
            raise typer.Exit(BROKEN_PIPE) from None
        except OSError as error:
            forget(sys.stdout)
            _refuse(str(UnwritableOutput("standard output", error.strerror or str(error))))
        except KeyboardInterrupt:
            raise typer.Exit(INTERRUPTED) from None

    return run


def _refuse(reason: str) -> NoReturn:
    complain(f"ctxfn: {' '.join(plain(reason).split())}")
    raise typer.Exit(MISUSE) from None


for _command in (
    check,
    explain,
    repair,
    convert,
    fit,
    count,
    assemble,
    diff,
    cache,
    steps,
    sources,
    chat,
    demo,
):
    app.command()(guarded(_command))
app.command("replay")(guarded(replay_log))
app.command("map")(guarded(map_lines))


def start(arguments: list[str]) -> int:
    """Run the command line and return its exit code."""
    with standard_streams():
        try:
            guarded(app)(arguments, prog_name="ctxfn")
        except typer.Exit as done:
            return done.exit_code
        except SystemExit as done:
            return done.code if isinstance(done.code, int) else MISUSE if done.code else 0
    return 0
