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
from ctxfn.pipeline import Span

__all__ = ["Assembled", "remark", "told"]


@frozen
class Assembled:
    """A payload, where its history stood, and what its target would still refuse."""

    place: str
    payload: Payload
    left: Findings
    spans: tuple[Span, ...]

    @staticmethod
    def of(place: str, payload: Payload, *, traced: bool) -> Assembled:
        """Judge *payload* as its target will; spans only if they were asked for."""
        spans = payload.report.spans if traced else ()
        return Assembled(place, payload, payload.report.left, spans)


def told(item: Item, done: Assembled) -> dict[str, object]:
    """Write it as a JSON object."""
    report = done.payload.report
    return {
        **item.told,
        "body": done.payload.body,
        "notes": note_objects(report.notes),
        "losses": loss_objects(report.losses),
        "spans": span_objects(done.spans),
        "findings": finding_objects(done.left),
    }


def remark(seen: Terminal, done: Assembled) -> None:
    """Tell people, on standard error."""
    report = done.payload.report
    for line in (*note_lines(report.notes), *map(loss_line, report.losses)):
        seen.remark(f"{done.place}: {line}")
    if done.spans:
        seen.remark_on(span_table(done.spans))
    for finding in done.left:
        seen.remark(finding_line(done.place, finding))
