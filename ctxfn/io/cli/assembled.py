"""Tell what assembling did."""

from __future__ import annotations

from attrs import frozen

from ctxfn.front import Payload
from ctxfn.io.cli.findings import finding_line
from ctxfn.io.cli.notes import (
    finding_objects,
    loss_line,
    loss_objects,
    note_lines,
    note_objects,
)
from ctxfn.io.cli.reading import Item
from ctxfn.io.cli.spans import span_objects, span_table
from ctxfn.io.cli.terminal import Terminal
from ctxfn.lint import Findings

__all__ = ["Assembled", "remark", "told"]


@frozen
class Assembled:
    """A payload, where its history stood, and what its target would still refuse."""

    place: str
    payload: Payload
    left: Findings

    @staticmethod
    def of(place: str, payload: Payload) -> Assembled:
        """Judge *payload* as its target will."""
        return Assembled(place, payload, payload.report.left)


def told(item: Item, done: Assembled) -> dict[str, object]:
    """Write it as a JSON object."""
    report = done.payload.report
    return {
        **item.told,
        "body": done.payload.body,
        "notes": note_objects(report.notes),
        "losses": loss_objects(report.losses),
        "spans": span_objects(report.spans),
        "findings": finding_objects(done.left),
    }


def remark(seen: Terminal, done: Assembled) -> None:
    """Tell people, on standard error."""
    report = done.payload.report
    for line in (*note_lines(report.notes), *map(loss_line, report.losses)):
        seen.remark(f"{done.place}: {line}")
    if report.spans:
        seen.remark_on(span_table(report.spans))
    for finding in done.left:
        seen.remark(finding_line(done.place, finding))
