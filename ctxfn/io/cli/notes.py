"""Say in plain words what steps did, and what a format could not express."""

from __future__ import annotations

from collections.abc import Iterable

from ctxfn.context import AnyNote, Note
from ctxfn.functional import countby, groupby
from ctxfn.lint import Findings, as_json
from ctxfn.wire import Loss

__all__ = ["finding_objects", "loss_line", "loss_objects", "note_lines", "note_objects"]


def note_lines(notes: Iterable[AnyNote]) -> list[str]:
    """Write *notes*, a line each, but those of a kind that differ in their last word in one.

    What several say in the same words is said once, with how often.

    Examples:
        >>> note_lines([Note("drop_empty", "empty", "an empty message was dropped")] * 2)
        ['drop_empty: an empty message was dropped (2 times)']
        >>> note_lines([Note("strip_fields", "key", f"stripped {key}") for key in ("id", "ts")])
        ['strip_fields: stripped id, ts']
    """
    counts = countby(_line, notes)
    said = [line if times == 1 else f"{line} ({times} times)" for line, times in counts.items()]
    lines: list[str] = []
    for start, likes in groupby(_short_start, said).items():
        if start is None or len(likes) == 1:
            lines += likes
        else:
            lines.append(f"{start} {', '.join(like.removeprefix(start).strip() for like in likes)}")
    return lines


def _short_start(line: str) -> str | None:
    """Return a line of three words without its last; of any other, there is nothing to share."""
    words = line.split(" ")
    return " ".join(words[:2]) if len(words) == 3 else None


def _line(note: AnyNote) -> str:
    if isinstance(note, Note):
        return f"{note.step}: {note.text}"
    number = len(note.places)
    return f"{note.step}: {number} {'message' if number == 1 else 'messages'} dropped"


def loss_line(loss: Loss) -> str:
    """Write what a format could not express, with its place."""
    where = "request" if loss.index is None else f"messages[{loss.index}]"
    return f"{where}{'.' + loss.path if loss.path else ''}: lost: {loss.reason}"


def note_objects(notes: Iterable[AnyNote]) -> list[dict[str, object]]:
    """Write *notes* as JSON objects."""
    return [
        {
            "step": note.step,
            "kind": note.kind if isinstance(note, Note) else "dropped",
            "text": note.text if isinstance(note, Note) else _line(note),
            "ids": list(note.ids),
            "places": list(note.places),
        }
        for note in notes
    ]


def loss_objects(losses: Iterable[Loss]) -> list[dict[str, object]]:
    """Write *losses* as JSON objects."""
    return [{"index": loss.index, "path": loss.path, "reason": loss.reason} for loss in losses]


def finding_objects(findings: Findings) -> list[dict[str, object]]:
    """Write *findings* as JSON objects."""
    return [dict(as_json(finding)) for finding in findings]
