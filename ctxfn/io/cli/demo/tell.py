"""What the demo shows, as data."""

from __future__ import annotations

from ctxfn.io.cli.demo.play import BUDGET, MODEL, TARGET, Play
from ctxfn.io.cli.notes import finding_objects, loss_objects, note_objects
from ctxfn.io.cli.spans import span_objects

__all__ = ["told"]


def told(played: Play) -> dict[str, object]:
    """Write *played* as a JSON object: everything that is shown, in the same order."""
    report = played.payload.report
    return {
        "came": {
            "messages": len(played.rows),
            "tokens": played.came,
            "damages": [damage._asdict() for damage in played.damages],
            "findings": finding_objects(played.found),
        },
        "known": [repr(fact) for fact in played.facts],
        "policy": {"to": TARGET, "model": MODEL, "budget": BUDGET},
        "counter": {
            "name": played.counter.name,
            "exact": played.counter.exact,
            "because": played.counter.because,
        },
        "spans": span_objects(report.spans),
        "notes": note_objects(report.notes),
        "losses": loss_objects(report.losses),
        "went": {
            "messages": len(played.payload.messages),
            "tokens": played.went,
            "tokens_by_message": played.tokens(report.context.messages),
            "body": played.payload.body,
        },
        "findings": finding_objects(played.left),
    }
