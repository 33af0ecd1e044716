"""Write blocks: as they were read where they were, and in the usual form otherwise."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Final, assert_never

from ctxfn.messages import (
    Audio,
    File,
    Image,
    Media,
    Opaque,
    Part,
    Refusal,
    Text,
    Video,
)
from ctxfn.wire.bedrock.media import KINDS, format_of, source_of, type_of
from ctxfn.wire.bedrock.read_blocks import MARKER, Side, stays_opaque
from ctxfn.wire.bedrock.writer import Writer
from ctxfn.wire.bedrock.written import CODEC, Layout, arranged
from ctxfn.wire.gemini.media import bytes_of

__all__ = ["fitting", "inside", "laid", "write_part", "write_parts"]

_Row = dict[str, object]
_Layouts = Sequence[Layout | None]

_WRAPS: Final = ("guardContent", "citationsContent")
_WORDS: Final[dict[type, str]] = {kind: word for word, kind in KINDS.items()}


def write_parts(
    parts: tuple[Part, ...], layouts: _Layouts, side: Side, writer: Writer
) -> list[object]:
    """Write *parts*, those that can be said, each with the marker behind it."""
    rows: list[object] = []
    for number, (part, layout) in enumerate(zip(parts, fitting(layouts, parts), strict=True)):
        rows += write_part(part, layout, side, f"parts[{number}]", writer)
    return rows


def fitting(layouts: _Layouts, values: Sequence[object]) -> _Layouts:
    """Return *layouts* if there is one for each of *values*, else none for each."""
    return layouts if len(layouts) == len(values) else (None,) * len(values)


def write_part(
    part: Part, layout: Layout | None, side: Side, path: str, writer: Writer
) -> list[object]:
    """Write *part*; nothing, and a loss, if the format has no word for it."""
    match part:
        case Text():
            return _write_text(part, layout, path, writer)
        case Refusal():
            writer.lose(path, "a refusal is written as words")
            return laid("text", part.text, writer.spare(part.extras), None)
        case Image() | Video() | Audio() | File():
            return _write_medium(part, layout, side, path, writer)
        case Opaque():
            return _write_opaque(part, side, path, writer)
        case _:
            assert_never(part)


def laid(kind: str, value: object, spare: _Row, layout: Layout | None) -> list[object]:
    """Put a block together, and the marker for the cache behind it."""
    marker = spare.pop(MARKER, None)
    row: _Row = {kind: value, **spare}
    fits = layout is not None and layout.kind == kind
    rows: list[object] = [arranged(row, layout.outer) if layout is not None and fits else row]
    return rows if marker is None else [*rows, {MARKER: marker}]


def _fits(layout: Layout | None, kind: str) -> bool:
    return layout is not None and layout.kind == kind


def inside(fields: _Row, spare: object, layout: Layout | None) -> _Row:
    """Put the object in a block together: its fields, and what else was carried for it."""
    built = {**fields, **spare} if isinstance(spare, dict) else fields
    return built if layout is None else arranged(built, layout.inner)


def _write_text(part: Text, layout: Layout | None, path: str, writer: Writer) -> list[object]:
    if part.signature is not None:
        writer.lose(f"{path}.signature", "texts are not signed here")
    if layout is not None and layout.kind == "bare":
        return [part.text]
    if layout is not None and layout.kind == "json" and not part.extras:
        return [{"json": json.loads(part.text)}]
    spare = writer.spare(part.extras) if part.extras else {}
    for kind in _WRAPS:
        held = spare.pop(kind, None)
        if isinstance(held, dict):
            fits = layout if _fits(layout, kind) else None
            return laid(kind, _wrapped(kind, part.text, held, fits), spare, fits)
    return laid("text", part.text, spare, layout)


def _wrapped(kind: str, text: str, held: _Row, layout: Layout | None) -> _Row:
    if kind == "citationsContent":
        return inside({"content": [{"text": text}]}, held, layout)
    more = held.pop("text", None)
    inner: _Row = {"text": text, **more} if isinstance(more, dict) else {"text": text}
    if layout is not None:
        inner = arranged(inner, layout.innermost)
    return inside({"text": inner}, held, layout)


def _write_opaque(part: Opaque, side: Side, path: str, writer: Writer) -> list[object]:
    value = part.value.thaw()
    if part.codec != CODEC or value is None:
        writer.lose(path, f"a part that only the format {part.codec} knows")
        return []
    if not stays_opaque(value, side):
        writer.lose(path, "it reads as a block of a kind that is known here")
    return [value]


def _write_medium(
    part: Media, layout: Layout | None, side: Side, path: str, writer: Writer
) -> list[object]:
    kind = _WORDS[type(part)]
    fits = layout if layout is not None and layout.kind == kind else None
    source, word = source_of(part), format_of(part, kind, fits)
    missing = word is None and (fits is None or "format" in fits.inner)
    if source is None or missing or (kind == "audio" and side == "result"):
        writer.lose(path, f"{_A[kind]} whose bytes or type the service cannot get at")
        return []
    _lose_others(part, source, path, writer)
    spare = writer.spare(part.extras)
    inner = spare.pop(kind, None)
    more: _Row = inner if isinstance(inner, dict) else {}
    fields: _Row = {} if word is None else {"format": word}
    if isinstance(part, File) and (part.name is not None or fits is None):
        fields["name"] = "document" if part.name is None else part.name
        if part.name is None:
            writer.lose(f"{path}.name", "a document has a name here: 'document' was written")
    fields["source"] = _with_rest(source, more.pop("source", None), fits)
    return laid(kind, inside(fields, more, fits), spare, fits)


_A: Final = {"image": "an image", "video": "a film", "audio": "a sound", "document": "a file"}


def _with_rest(source: _Row, more: object, layout: Layout | None) -> _Row:
    rest = dict(more) if isinstance(more, dict) else {}
    place, beside = source.get("s3Location"), rest.pop("s3Location", None)
    if isinstance(place, dict) and isinstance(beside, dict):
        whole: _Row = {**place, **beside}
        source = {"s3Location": whole if layout is None else arranged(whole, layout.location)}
    built = {**source, **rest}
    return built if layout is None else arranged(built, layout.innermost)


def _lose_others(part: Media, source: _Row, path: str, writer: Writer) -> None:
    """Say what else is known of *part* than the one *source*."""
    inline = part.url is not None and part.url.startswith("data:")
    taken = {
        "data": "bytes" in source and part.data is not None,
        "url": "s3Location" in source or (inline and part.data is None and "bytes" in source),
        "text": "text" in source,
    }
    for field in ("data", "url", "file_id", "text"):
        if getattr(part, field, None) is not None and not taken.get(field, False):
            writer.lose(f"{path}.{field}", "a medium has one source, another was written")
    if getattr(part, "signature", None) is not None:
        writer.lose(f"{path}.signature", "images are not signed here")
    for field in ("detail", "id", "size", *(() if isinstance(part, File) else ("name",))):
        if getattr(part, field, None) is not None:
            writer.leave(f"parts[].{field}")
    if part.attached:
        writer.leave("parts[].attached")
    _lose_type(part, writer)


def _lose_type(part: Media, writer: Writer) -> None:
    """Say if the word for the type of *part* means another one when it is read."""
    kind = _WORDS[type(part)]
    said = part.media_type or bytes_of(part)[1]
    read = None if said is None else format_of(part, kind, None)
    if said is not None and read is not None and type_of(kind, read) != said:
        writer.leave("parts[].media_type")
