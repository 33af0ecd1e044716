"""What stands beside the words of a message, written as keys of its row."""

from __future__ import annotations

from collections.abc import Sequence
from typing import assert_never

from ctxfn.messages import (
    Anchor,
    AskedElsewhere,
    Attributed,
    ContextSelection,
    Enveloped,
    Executed,
    Instruction,
    Mark,
    Mention,
    Origin,
    PageSelection,
    Reaction,
    Reasoning,
    Reported,
    RetryOf,
    ToolSnapshot,
    Usage,
    extra,
    text_of,
)
from ctxfn.wire.uichat.decode_parts import stored_parts
from ctxfn.wire.uichat.keys import CODEC, ORIGIN
from ctxfn.wire.uichat.reading import Reading, Row

__all__ = ["written_marks", "written_origin", "written_reasoning", "written_usage"]


def written_origin(origin: Origin, rest: Row) -> Row:
    """Write where a message comes from; the avatar goes into `meta`."""
    written: Row = {
        key: value for key, field in ORIGIN.items() if (value := getattr(origin, field)) is not None
    }
    if origin.avatar is not None:
        inner = rest.pop("meta", None)
        written["meta"] = {"avatar": origin.avatar, **(inner if isinstance(inner, dict) else {})}
    return written


def written_marks(marks: Sequence[Mark]) -> tuple[Row, Row]:
    """Write marks: keys of `metadata`, and keys of the row itself.

    A mention has no key of its own: it is read out of the rich text, which is carried; what a
    prepared call ran with is read out of `plugin`, carried likewise. Where
    our envelope begins, that a card reported, and that another agent speaks in a user message,
    is known while a request is made, and never stored.
    """
    metadata: Row = {}
    row: Row = {}
    for mark in marks:
        match mark:
            case Reaction():
                _append(metadata, "reactions", _reaction(mark))
            case Instruction():
                metadata["instruction"] = mark.text
            case PageSelection():
                _append(metadata, "pageSelections", _page(mark))
            case ContextSelection():
                _append(metadata, "contextSelections", _context(mark))
            case ToolSnapshot():
                _append(metadata, "localSystemToolSnapshots", mark.value.thaw())
            case Anchor():
                metadata["agentCouncil" if mark.kind == "council" else "compare"] = True
            case RetryOf():
                row["retry_of"] = mark.id
            case (
                Mention() | Executed() | Enveloped() | Reported() | Attributed() | AskedElsewhere()
            ):
                pass
            case _:
                assert_never(mark)
    return metadata, row


def _append(metadata: Row, key: str, entry: object) -> None:
    there = metadata.setdefault(key, [])
    if isinstance(there, list):
        there.append(entry)


def _present(**known: object) -> Row:
    return {key: value for key, value in known.items() if value is not None}


def _reaction(mark: Reaction) -> Row:
    return _present(emoji=mark.emoji, count=mark.count, users=list(mark.users) or None)


def _page(mark: PageSelection) -> Row:
    known = _present(
        id=mark.id,
        pageId=mark.page_id,
        content=mark.content,
        xml=mark.xml,
        startLine=mark.start_line,
        endLine=mark.end_line,
    )
    return {**known, **extra(mark.extras, CODEC)}


def _context(mark: ContextSelection) -> Row:
    known = _present(
        id=mark.id,
        source=mark.source,
        title=mark.title,
        filePath=mark.file_path,
        language=mark.language,
        content=mark.content,
        pageId=mark.page_id,
        xml=mark.xml,
        side=mark.side,
        workingDirectory=mark.working_directory,
    )
    carried = extra(mark.extras, CODEC)
    lines: Row = _present(startLine=mark.start_line, endLine=mark.end_line)
    if lines:
        more = carried.pop("lineRange", None)
        known["lineRange"] = {**lines, **(more if isinstance(more, dict) else {})}
    return {**known, **carried}


def written_reasoning(reasoning: Sequence[Reasoning]) -> Row:
    """Write reasoning; there is room for one, in the stored form if that still says the same."""
    if not reasoning:
        return {}
    first = reasoning[0]
    rest = extra(first.extras, CODEC)
    stored = rest.pop("content", None)
    content: object = first.text
    if rest.get("isMultimodal") is True:
        parts = stored_parts(stored, Reading())
        if parts is not None and text_of(parts, "\n") == first.text:
            content = stored
    written: Row = {"content": content}
    if first.signature is not None:
        written["signature"] = first.signature
    return {"reasoning": {**written, **rest}}


def written_usage(usage: Usage | None) -> Row:
    """Write the tokens an answer cost."""
    if usage is None:
        return {}
    counts = _present(totalInputTokens=usage.input_tokens, totalOutputTokens=usage.output_tokens)
    details = None if usage.details is None else usage.details.thaw()
    return {"usage": {**counts, **(details if isinstance(details, dict) else {})}}
