"""`ctxfn repair`: make stored messages acceptable, and say what was done."""

from __future__ import annotations

from functools import partial

from ctxfn import repair as repair_messages
from ctxfn.io.cli.in_place import StripKeys
from ctxfn.io.cli.mended import write_mended
from ctxfn.io.cli.options import (
    AsJson,
    DropFlags,
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
    PrefixChanged,
    Quiet,
    System,
    To,
    Tools,
    text_of,
    tools_of,
)

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
    drop_flag: DropFlags = None,
    prefix_changed: PrefixChanged = False,
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
    mend = partial(
        repair_messages.report,
        to=to,
        tools=tools_of(tools),
        system=text_of(system),
        model=model,
        format=format,
        missing_result=missing_result,
        orphan_result=orphan_result,
        open_calls=open_calls,
        mid_system=mid_system,
        first_turn=first_turn,
        missing_signature=missing_signature,
        drop_flags=drop_flag,
        prefix_changed=prefix_changed,
    )
    write_mended(files, mend, out=out, strip_keys=strip_keys, as_json=as_json, quiet=quiet)
