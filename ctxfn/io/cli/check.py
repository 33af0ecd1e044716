"""`ctxfn check`: what an API would refuse, before it does."""

from __future__ import annotations

from typing import Annotated

import typer

from ctxfn import check as check_messages
from ctxfn.io.cli.exits import FOUND
from ctxfn.io.cli.findings import errors_in, finding_line, print_summary
from ctxfn.io.cli.notes import finding_objects
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
from ctxfn.io.cli.progress import with_progress
from ctxfn.io.cli.reading import messages_in
from ctxfn.io.cli.terminal import terminal
from ctxfn.lint import Finding

__all__ = ["check"]

Names = Annotated[
    str | None,
    typer.Option(metavar="RULES", help="Rules by code, family or name, parted by commas."),
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
    as_json: AsJson = False,
    quiet: Quiet = False,
) -> None:
    """Say what an API would refuse in stored messages, where, why, and what to do.

    Exits with 1 if anything is an error.
    """
    seen = terminal(json=as_json, quiet=quiet)
    offered, said = tools_of(tools), text_of(system)
    found: list[Finding] = []
    conversations = messages = 0
    for item in with_progress(files, seen):
        findings = check_messages(
            item.value,
            to,
            tools=offered,
            system=said,
            model=model,
            format=format,
            select=_names(select),
            ignore=_names(ignore),
        )
        conversations, messages = conversations + 1, messages + messages_in(item.value)
        found += findings
        if as_json:
            told = {**item.told, "findings": finding_objects(findings)}
            seen.data(told)
        for finding in () if as_json else findings:
            seen.answer(finding_line(item.place, finding))
    if not (as_json or quiet):
        print_summary(seen, found, conversations=conversations, messages=messages)
    if errors_in(tuple(found)):
        raise typer.Exit(FOUND)


def _names(option: str | None) -> list[str] | None:
    if option is None:
        return None
    return [name.strip() for name in option.split(",") if name.strip()]
