"""`ctxfn map`: a verb on every line of a corpus, here or on a cluster."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from ctxfn.errors import CtxfnError
from ctxfn.io.batch import (
    LINE_LIMIT,
    DaskCluster,
    Executor,
    InProcess,
    MapReport,
    Processes,
    map_corpus,
    read_work,
)
from ctxfn.io.batch.verb_answers import ERRORS
from ctxfn.io.cli.exits import FOUND
from ctxfn.io.cli.map_progress import map_progress
from ctxfn.io.cli.options import (
    AsJson,
    Budget,
    Format,
    Model,
    Plugins,
    Quiet,
    System,
    To,
    Tools,
)
from ctxfn.io.cli.terminal import Terminal, plural, terminal
from ctxfn.io.cli.version import version_told
from ctxfn.io.errors import InvalidArgument
from ctxfn.messages import parse_json

__all__ = ["map_lines"]

_WHERE = "Who works, and how it goes on"


def map_lines(
    source: Annotated[
        str,
        typer.Argument(
            metavar="IN",
            help="A .jsonl, .jsonl.gz or .parquet file, a folder of them, or a pattern in quotes.",
        ),
    ],
    target: Annotated[
        Path,
        typer.Argument(metavar="OUT", help="A file: .parquet, .gz, or else JSON Lines."),
    ],
    config: Annotated[
        Path | None,
        typer.Option(
            "--config",
            metavar="FILE",
            help="A verb with its options, or a pipeline, as a .toml or .json file.",
            show_default=False,
        ),
    ] = None,
    verb: Annotated[
        str | None,
        typer.Option(metavar="VERB", help="check, repair, fit, convert, count or assemble."),
    ] = None,
    to: To = None,
    model: Model = None,
    format: Format = None,
    tools: Tools = None,
    system: System = None,
    budget: Budget = None,
    option: Annotated[
        list[str] | None,
        typer.Option(
            "--set",
            metavar="NAME=VALUE",
            help="Any option of the verb by its name; a value that is no JSON is a text.",
        ),
    ] = None,
    plugin: Plugins = None,
    report: Annotated[
        bool,
        typer.Option("--report", help="Write all there is to tell of each line, as --json does."),
    ] = False,
    column: Annotated[
        str | None,
        typer.Option(metavar="NAME", help="The column of a .parquet file that is read."),
    ] = None,
    processes: Annotated[
        int | None,
        typer.Option(
            min=0,
            metavar="N",
            help="Processes that work; else one a processor. 0: work in this one.",
            rich_help_panel=_WHERE,
        ),
    ] = None,
    scheduler: Annotated[
        str | None,
        typer.Option(
            metavar="ADDRESS",
            help="Work on the Dask cluster of this scheduler, as tcp://HOST:8786.",
            rich_help_panel=_WHERE,
        ),
    ] = None,
    line_limit: Annotated[
        int,
        typer.Option(
            min=1, metavar="BYTES", help="A longer line is a bad line.", rich_help_panel=_WHERE
        ),
    ] = LINE_LIMIT,
    force: Annotated[
        bool,
        typer.Option(
            "--force",
            help="Begin anew, over an output or a stopped run that is there.",
            rich_help_panel=_WHERE,
        ),
    ] = False,
    as_json: AsJson = False,
    quiet: Quiet = False,
) -> None:
    """Do a verb on every line of a corpus and write a line for each, in order.

    Killed, it goes on where it stopped when it is called again. Lines that cannot be worked on
    go to OUT.bad.jsonl. Exits with 1 if there are any, or an API would refuse what was written.
    """
    seen = terminal(json=as_json, quiet=quiet)
    given = {
        **_named(option or []),
        **_said(
            verb=verb,
            to=to,
            model=model,
            format=format,
            tools=tools,
            system=system,
            budget=budget,
            report=report or None,
            column=column,
        ),
    }
    todo = read_work(config, given, plugins=plugin or ())
    executor = _executor(processes, scheduler)
    try:
        with map_progress(seen) as on_progress:
            done = map_corpus(
                source,
                target,
                todo.work,
                executor=executor,
                column=todo.column,
                line_limit=line_limit,
                force=force,
                version=version_told(),
                on_progress=on_progress,
            )
    except (KeyboardInterrupt, CtxfnError):
        _say_how_to_go_on(seen, target, force=force)
        raise
    _tell(seen, done)
    if done.bad or any(label.startswith(ERRORS) for label, _ in done.tally):
        raise typer.Exit(FOUND)


def _said(**options: object) -> dict[str, object]:
    return {name: value for name, value in options.items() if value is not None}


def _named(pairs: list[str]) -> dict[str, object]:
    """Read ``name=value`` pairs."""
    read: dict[str, object] = {}
    for pair in pairs:
        name, equals, value = pair.partition("=")
        if not (name.strip() and equals):
            raise InvalidArgument("--set", repr(pair), "NAME=VALUE")
        try:
            read[name.strip().replace("-", "_")] = parse_json(value).value
        except CtxfnError:
            read[name.strip().replace("-", "_")] = value
    return read


def _executor(processes: int | None, scheduler: str | None) -> Executor:
    if scheduler is not None:
        if processes is not None:
            raise InvalidArgument("--processes", "--scheduler as well", "one of the two")
        return DaskCluster(scheduler)
    return InProcess() if processes == 0 else Processes(processes)


def _say_how_to_go_on(seen: Terminal, target: Path, *, force: bool) -> None:
    if target.with_name(f"{target.name}.journal").exists():
        again = "the same command without --force" if force else "the same command"
        seen.remark(f"{target}: stopped; what was done is kept, and {again} goes on from there")


def _tell(seen: Terminal, done: MapReport) -> None:
    if seen.json:
        seen.data(
            {
                "output": str(done.target),
                "good": done.good,
                "bad": done.bad,
                "bad_file": None if done.bad_file is None else str(done.bad_file),
                "resumed": done.resumed,
                "tally": dict(done.tally),
            }
        )
        return
    if done.resumed:
        seen.remark(f"{done.target}: went on behind {plural(done.resumed, 'line')}")
    for label, number in done.tally:
        seen.remark(f"{number:>12,}  {label}")
    seen.answer(f"{done.target}: {plural(done.good, 'line')}, {done.bad:,} bad")
    if done.bad_file is not None:
        seen.answer(f"{done.bad_file}: {plural(done.bad, 'bad line')}, each with its error")
