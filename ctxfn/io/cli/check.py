"""`ctxfn check`: what an API would refuse, before it does."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, TypeAlias

import typer
from attrs import evolve

from ctxfn.io.cli.check_options import CheckOptions, names_in
from ctxfn.io.cli.check_run import CheckRun
from ctxfn.io.cli.exits import FOUND
from ctxfn.io.cli.lint_config import lint_config, working_folder
from ctxfn.io.cli.lint_files import lint_files
from ctxfn.io.cli.lint_rules import rules_of
from ctxfn.io.cli.options import (
    AsJson,
    Files,
    Format,
    Model,
    Quiet,
    System,
    To,
    Tools,
    text_of,
    tools_of,
)
from ctxfn.io.cli.reports import OutputFormat, Reporter
from ctxfn.io.cli.tally import Tally
from ctxfn.io.cli.terminal import terminal
from ctxfn.io.errors import InvalidArgument
from ctxfn.lint import with_rules

__all__ = ["check"]

Names: TypeAlias = Annotated[
    str | None,
    typer.Option(metavar="RULES", help="Rules by code, its beginning, or name, parted by commas."),
]
Form: TypeAlias = Annotated[OutputFormat, typer.Option(help="How findings are reported.")]
Fix: TypeAlias = Annotated[
    bool, typer.Option("--fix", help="Write fixes that lose nothing into the files.")
]
Unsafe: TypeAlias = Annotated[
    bool, typer.Option("--unsafe-fixes", help="With --fix: those that lose something, too.")
]
Statistics: TypeAlias = Annotated[
    bool, typer.Option("--statistics", help="Counts alone, not the findings.")
]
Session: TypeAlias = Annotated[
    bool,
    typer.Option("--session", help="The lines of a file are requests sent one after the other."),
]
Project: TypeAlias = Annotated[
    Path | None,
    typer.Option(
        "--config",
        metavar="FILE",
        help="A TOML file with a table [tool.ctxfn.lint]; else the nearest pyproject.toml.",
        show_default=False,
    ),
]
Isolated: TypeAlias = Annotated[
    bool, typer.Option("--isolated", help="Read no file of the project's.")
]
RulePlugins: TypeAlias = Annotated[
    list[str] | None,
    typer.Option("--plugin", metavar="PACKAGE", help="Use the rules this package brings, too."),
]


def check(
    files: Files,
    to: To = None,
    model: Model = None,
    format: Format = None,
    select: Names = None,
    ignore: Names = None,
    tools: Tools = None,
    system: System = None,
    fix: Fix = False,
    unsafe_fixes: Unsafe = False,
    output_format: Form = "text",
    statistics: Statistics = False,
    session: Session = False,
    config: Project = None,
    isolated: Isolated = False,
    plugin: RulePlugins = None,
    as_json: AsJson = False,
    quiet: Quiet = False,
) -> None:
    """Say what an API would refuse in stored messages, where, why, and what to do.

    A folder stands for the JSON in it. Exits with 1 if anything is an error.
    """
    form: OutputFormat = "json" if as_json else output_format
    if unsafe_fixes and not fix:
        raise InvalidArgument("--unsafe-fixes", "it alone", "--fix as well")
    if statistics and form not in ("text", "concise"):
        raise InvalidArgument(
            "--statistics", f"{form} as well", "text or concise: it is for people"
        )
    seen = terminal(json=form not in ("text", "concise"), quiet=quiet)
    project = lint_config(config, isolated=isolated, start=working_folder())
    offered = tools_of(tools)
    options = CheckOptions(
        config=project,
        rules=rules_of(plugin or (), project),
        select=names_in(select) if select is not None else project.select,
        ignore=(*project.ignore, *(names_in(ignore) or ())),
        to=to or project.to,
        model=model,
        format=format,
        tools=None if offered is None else tuple(offered),
        system=text_of(system),
    )
    rules = with_rules(*options.rules)
    project.check(rules)
    tally = Tally(rules)
    if fix and "-" in files:
        seen = evolve(seen, out=seen.err)  # what is mended comes out, findings do not
    reporter = None if statistics else Reporter(seen, form, rules)
    run = CheckRun(options, seen, tally, reporter, fix=fix, unsafe=unsafe_fixes, session=session)
    run.read(lint_files(files))
    if form in ("text", "concise") and (statistics or not quiet):
        tally.tell(seen, fixes=fix, lossy=unsafe_fixes)
    if tally.errors:
        raise typer.Exit(FOUND)
