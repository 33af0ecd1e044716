"""`ctxfn count`: what stored messages cost in tokens."""

from __future__ import annotations

from typing import Annotated

import typer

from ctxfn import count as count_messages
from ctxfn.io.cli.account_object import account_object
from ctxfn.io.cli.options import (
    AsJson,
    Files,
    Format,
    Model,
    Quiet,
    System,
    Tools,
    text_of,
    tools_of,
)
from ctxfn.io.cli.progress import with_progress
from ctxfn.io.cli.reading import Item, messages_in
from ctxfn.io.cli.terminal import Terminal, plural, terminal
from ctxfn.tokens import Accounting

__all__ = ["count"]


def count(
    files: Files,
    model: Model = None,
    by_message: Annotated[
        bool, typer.Option("--by-message", help="Tell what each message costs, too.")
    ] = False,
    format: Format = None,
    tools: Tools = None,
    system: System = None,
    as_json: AsJson = False,
    quiet: Quiet = False,
) -> None:
    """Say what stored messages cost in tokens, what for, and whether that is exact.

    With --quiet, the totals alone.
    """
    seen = terminal(json=as_json, quiet=quiet)
    offered, said = tools_of(tools), text_of(system)
    added = int(said is not None)  # the first place is then the system text's
    total = conversations = 0
    for item in with_progress(files, seen):
        told = count_messages(item.value, model=model, format=format, tools=offered, system=said)
        total, conversations = total + told.total, conversations + 1
        if as_json:
            seen.data({**item.told, **account_object(told, added=added)})
        elif quiet:
            seen.answer(str(told.total))
        else:
            _print(seen, item, told, added=added, by_message=by_message)
    if conversations > 1 and not (as_json or quiet):
        seen.answer(f"{total:,} tokens in {plural(conversations, 'conversation')}")


def _print(seen: Terminal, item: Item, told: Accounting, *, added: int, by_message: bool) -> None:
    how = "exact" if told.exact else "not exact"
    size = plural(messages_in(item.value), "message")
    seen.answer(f"{item.place}: {plural(told.total, 'token')} in {size} ({told.counter}, {how})")
    for source, tokens in told.by_source:
        seen.answer(f"{tokens:>9,}  {source}")
    for place, tokens in enumerate(told.by_message if by_message else ()):
        where = f"messages[{place - added}]" if place >= added else "the system text"
        seen.answer(f"{tokens:>9,}  {where}")
    if not told.exact:
        seen.remark(f"{item.place}: {told.because or 'media are counted by formula'}")
    for what in told.not_counted:
        seen.remark(f"{item.place}: not counted: {what}")
