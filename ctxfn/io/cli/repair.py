"""`ctxfn repair`: make stored messages acceptable, and say what was done."""

from __future__ import annotations

import typer

from ctxfn import repair as repair_messages
from ctxfn.front import Repaired
from ctxfn.io.cli.exits import FOUND
from ctxfn.io.cli.findings import errors_in, finding_line
from ctxfn.io.cli.in_place import StripKeys, keep_store
from ctxfn.io.cli.notes import (
    finding_objects,
    loss_line,
    loss_objects,
    note_lines,
    note_objects,
)
from ctxfn.io.cli.options import (
    AsJson,
    Files,
    FirstTurn,
    Format,
    MidSystem,
    MissingResult,
    MissingSignature,
    Model,
    OpenCalls,
    OrphanResult,
    Out,
    Quiet,
    System,
    To,
    Tools,
    text_of,
    tools_of,
)
from ctxfn.io.cli.progress import with_progress
from ctxfn.io.cli.reading import Item
from ctxfn.io.cli.terminal import Terminal, terminal
from ctxfn.io.cli.writing import written_to

__all__ = ["repair"]


def repair(
    files: Files,
    to: To = None,
    model: Model = None,
    format: Format = None,
    missing_result: MissingResult = "answer",
    orphan_result: OrphanResult = "drop",
    open_calls: OpenCalls = "answer",
    mid_system: MidSystem = "demote",
    first_turn: FirstTurn = "drop",
    missing_signature: MissingSignature = "stand_in",
    tools: Tools = None,
    system: System = None,
    out: Out = None,
    strip_keys: StripKeys = False,
    as_json: AsJson = False,
    quiet: Quiet = False,
) -> None:
    """Write stored messages as an API accepts them; what was done is told on standard error.

    Exits with 1 if an error is left that no step mends.
    """
    seen = terminal(json=as_json, quiet=quiet)
    offered, said = tools_of(tools), text_of(system)
    left = 0
    with written_to(out, alone=len(files) == 1) as writer:
        for item in with_progress(files, seen):
            done = repair_messages.report(
                item.value,
                to,
                tools=offered,
                system=said,
                model=model,
                format=format,
                missing_result=missing_result,
                orphan_result=orphan_result,
                open_calls=open_calls,
                mid_system=mid_system,
                first_turn=first_turn,
                missing_signature=missing_signature,
            )
            keep_store(out, item, done.notes, strip_keys=strip_keys)
            left += errors_in(done.left)
            if as_json:
                writer.value(_told(item, done))
            else:
                writer.item(item, done.output)
                _remark(seen, item, done)
    if left:
        raise typer.Exit(FOUND)


def _told(item: Item, done: Repaired) -> dict[str, object]:
    return {
        **item.told,
        "output": done.output,
        "notes": note_objects(done.notes),
        "losses": loss_objects(done.losses),
        "findings": finding_objects(done.left),
    }


def _remark(seen: Terminal, item: Item, done: Repaired) -> None:
    if not done.changed:
        seen.remark(f"{item.place}: nothing to repair")
    for line in (*note_lines(done.notes), *map(loss_line, done.losses)):
        seen.remark(f"{item.place}: {line}")
    for finding in done.left:
        seen.remark(finding_line(item.place, finding))
