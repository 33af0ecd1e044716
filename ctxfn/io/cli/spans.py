"""Show what each step of a pipeline did."""

from __future__ import annotations

from collections.abc import Iterable

from rich.table import Table

from ctxfn.io.cli.notes import note_objects
from ctxfn.io.cli.terminal import plain
from ctxfn.pipeline import Span

__all__ = ["did_something", "span_objects", "span_table"]


def did_something(span: Span) -> bool:
    """Whether a step changed the messages, noted something, or failed."""
    return bool(span.changed or span.added or span.dropped or span.notes or span.failed)


def span_table(spans: Iterable[Span]) -> Table:
    """Lay *spans* out, a row a step."""
    table = Table(box=None, pad_edge=False, padding=(0, 1, 0, 0), header_style="dim")
    for name in ("phase", "step"):
        table.add_column(name, no_wrap=True)
    for name in ("kept", "changed", "added", "dropped", "tokens", "ms"):
        table.add_column(name, justify="right", no_wrap=True)
    for span in spans:
        table.add_row(
            plain(span.phase),
            plain(span.step),
            str(span.kept),
            *(
                str(number) if number else "·"
                for number in (span.changed, span.added, span.dropped)
            ),
            _tokens(span),
            f"{span.seconds * 1000:.2f}",
        )
    return table


def _tokens(span: Span) -> str:
    before, after = span.tokens_before, span.tokens_after
    if before is None or after is None:
        return ""
    return f"{after:,}" if before == after else f"{before:,} → {after:,}"


def span_objects(spans: Iterable[Span]) -> list[dict[str, object]]:
    """Write *spans* as JSON objects."""
    return [
        {
            "phase": span.phase,
            "step": span.step,
            "seconds": span.seconds,
            "kept": span.kept,
            "changed": span.changed,
            "added": span.added,
            "dropped": span.dropped,
            "tokens_before": span.tokens_before,
            "tokens_after": span.tokens_after,
            "notes": note_objects(span.notes),
            "failed": span.failed,
        }
        for span in spans
    ]
