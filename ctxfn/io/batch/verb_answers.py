"""What a verb gave, as JSON: the answer alone, or all there is to tell; and a tally of it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Final, cast

from attrs import evolve, frozen

from ctxfn.context import AnyNote, Note
from ctxfn.front import Converted, Fitted, Payload, Repaired
from ctxfn.io.cli.account_object import account_object
from ctxfn.io.cli.notes import finding_objects, loss_objects, note_objects
from ctxfn.io.cli.reading import Item, messages_in
from ctxfn.lint import Findings
from ctxfn.tokens import Accounting
from ctxfn.wire import Loss

__all__ = ["ERRORS", "Said", "said_by", "tally_of"]

#: How what an API would refuse begins in a tally.
ERRORS: Final = "error "


@frozen
class Said:
    """An answer: what is written `alone`, what a report holds besides its place, and remarks."""

    alone: object
    whole: Mapping[str, object]
    notes: tuple[AnyNote, ...] = ()
    losses: tuple[Loss, ...] = ()
    findings: Findings = ()
    tokens: int = 0


def said_by(done: object, *, came: int, added: bool) -> Said:
    """Write what a verb gave for *came* messages; *added*: a system text is counted before them."""
    match done:
        case Payload():
            report = done.report
            return _said("body", done.body, report.notes, report.losses, report.left)
        case Converted():
            return _said("body", done.body, done.notes, done.losses, done.left)
        case Repaired():
            return _said("output", done.output, done.notes, done.losses, done.left)
        case Fitted():
            said = _said("output", done.output, done.notes, done.losses, None)
            sizes = {"kept": messages_in(done.output), "of": came}
            return evolve(said, whole={**sizes, **said.whole})
        case Accounting():
            account = account_object(done, added=added)
            return Said(account, account, tokens=done.total)
        case _:
            findings = cast(Findings, done)
            found = {"findings": finding_objects(findings)}
            return Said(found, found, findings=findings)


def _said(
    name: str,
    value: object,
    notes: tuple[AnyNote, ...],
    losses: tuple[Loss, ...],
    findings: Findings | None,
) -> Said:
    whole = {
        name: value,
        "notes": note_objects(notes),
        "losses": loss_objects(losses),
        **({} if findings is None else {"findings": finding_objects(findings)}),
    }
    return Said(value, whole, tuple(notes), tuple(losses), findings or ())


def tally_of(item: Item, said: Said) -> tuple[tuple[str, int], ...]:
    """Count what was done by its kind: how many messages came, notes, losses, findings, tokens."""
    tally = Counter(
        {
            "messages": messages_in(item.value),
            "tokens": said.tokens,
            "lost": len(said.losses),
            "repeated keys": len(item.repeated),
        }
    )
    for note in said.notes:
        tally[f"{note.step}: {note.kind if isinstance(note, Note) else 'dropped'}"] += 1
    for finding in said.findings:
        tally[f"{finding.severity} {finding.code} {finding.name}"] += 1
    return tuple((label, number) for label, number in tally.items() if number)
