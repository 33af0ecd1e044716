"""`ctxfn fit`: the newest whole part of stored messages that a limit allows."""

from __future__ import annotations

from typing import Annotated

import typer

from ctxfn import fit as fit_messages
from ctxfn.context import Note
from ctxfn.front import Fitted, StartOn
from ctxfn.io.cli.notes import loss_line, loss_objects, note_lines, note_objects
from ctxfn.io.cli.options import (
    AsJson,
    Budget,
    Files,
    Format,
    Model,
    Out,
    Quiet,
    Reserve,
    Stable,
    System,
    Tools,
    TurnTokens,
    text_of,
    tools_of,
)
from ctxfn.io.cli.progress import with_progress
from ctxfn.io.cli.reading import Item, messages_in
from ctxfn.io.cli.terminal import Terminal, plural, terminal
from ctxfn.io.cli.writing import written_to
from ctxfn.io.errors import InvalidArgument

__all__ = ["fit"]


def fit(
    files: Files,
    budget: Budget = None,
    messages: Annotated[
        int | None, typer.Option(min=0, metavar="N", help="Messages it may have, instead.")
    ] = None,
    groups: Annotated[
        int | None, typer.Option(min=0, metavar="N", help="Groups it may have, instead.")
    ] = None,
    reserve: Reserve = 0,
    stable: Stable = False,
    turn_tokens: TurnTokens = 0,
    unit: Annotated[
        int | None,
        typer.Option(
            min=1,
            metavar="TOKENS",
            help="What goes at a time; else a quarter of what is allowed, or less beside pins.",
        ),
    ] = None,
    start_on: Annotated[StartOn, typer.Option(help="What a cut may be followed by.")] = "any",
    pin: Annotated[
        list[str] | None, typer.Option(metavar="ID", help="A message that has to stay.")
    ] = None,
    model: Model = None,
    format: Format = None,
    tools: Tools = None,
    system: System = None,
    out: Out = None,
    as_json: AsJson = False,
    quiet: Quiet = False,
) -> None:
    """Write the newest messages that fit in tokens, messages or groups; calls keep their results.

    Tools, system text and reserve are subtracted from the budget. What cannot fit is misuse.
    """
    limits = (budget, messages, groups)
    given = sum(limit is not None for limit in limits)
    if given != 1:
        expected = "one of --budget, --messages and --groups"
        raise InvalidArgument("fit", f"{given or 'no'} limit{'s' * (given != 1)}", expected)
    seen = terminal(json=as_json, quiet=quiet)
    offered, said = tools_of(tools), text_of(system)
    with written_to(out, alone=len(files) == 1) as writer:
        for item in with_progress(files, seen):
            done = fit_messages.report(
                item.value,
                budget=budget,
                messages=messages,
                groups=groups,
                reserve=reserve,
                stable=stable,
                unit=unit,
                turn_tokens=turn_tokens,
                start_on=start_on,
                pinned=tuple(pin or ()),
                model=model,
                format=format,
                tools=offered,
                system=said,
            )
            if as_json:
                writer.value(_told(item, done))
            else:
                writer.item(item, done.output)
                _remark(seen, item, done)


def _counts(item: Item, done: Fitted) -> tuple[int, int]:
    return messages_in(done.output), messages_in(item.value)


def _told(item: Item, done: Fitted) -> dict[str, object]:
    kept, came = _counts(item, done)
    return {
        **item.told,
        "kept": kept,
        "of": came,
        "notes": note_objects(done.notes),
        "losses": loss_objects(done.losses),
        "output": done.output,
    }


def _remark(seen: Terminal, item: Item, done: Fitted) -> None:
    kept, came = _counts(item, done)
    seen.remark(f"{item.place}: kept {kept:,} of {plural(came, 'message')}")
    # That something was cut is said by the numbers.
    notes = [one for one in done.notes if not (isinstance(one, Note) and one.kind == "cut")]
    for line in (*note_lines(notes), *map(loss_line, done.losses)):
        seen.remark(f"{item.place}: {line}")
