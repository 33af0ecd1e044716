"""Write parts: as they were read where they were, and in the usual form otherwise."""

from __future__ import annotations

from typing import Final, NamedTuple, assert_never

from ctxfn.messages import Audio, File, Image, Media, Opaque, Part, Refusal, Text, Video
from ctxfn.wire.byte_texts import holds_bytes
from ctxfn.wire.gemini.media import bytes_of, kind_of, media_type_of
from ctxfn.wire.gemini.read_parts import Side, stays_opaque
from ctxfn.wire.gemini.spelling import laid
from ctxfn.wire.gemini.writer import Writer
from ctxfn.wire.gemini.written import CODEC, Layout

__all__ = ["ABSENT", "fitting", "laid_out", "write_part", "write_parts"]

_Row = dict[str, object]


class Absent(NamedTuple):
    """No part at all."""


ABSENT: Final = Absent()


def fitting(
    layouts: tuple[Layout | None, ...], values: tuple[object, ...] | str
) -> tuple[Layout | None, ...]:
    """Return *layouts* if there is one for each of *values*, else none for each."""
    return layouts if len(layouts) == len(values) else (None,) * len(values)


def laid_out(named: _Row, spare: _Row, kind: str, layout: Layout | None) -> _Row:
    """Put the fields of a part together, spelled and ordered as *layout* says if it fits."""
    if layout is None or layout.kind != kind:
        return {**named, **spare}
    blanks: _Row = {}
    blanks.update(dict.fromkeys(layout.blanks))
    return laid(blanks | named, spare, layout.outer)


def write_parts(
    parts: tuple[Part, ...], layouts: tuple[Layout | None, ...], side: Side, writer: Writer
) -> list[object]:
    """Write *parts*, those that can be said."""
    rows = [
        write_part(part, layout, side, f"parts[{number}]", writer)
        for number, (part, layout) in enumerate(zip(parts, fitting(layouts, parts), strict=True))
    ]
    return [row for row in rows if row is not ABSENT]


def write_part(part: Part, layout: Layout | None, side: Side, path: str, writer: Writer) -> object:
    """Write *part*, or say by `ABSENT` and a loss that the format has no word for it."""
    match part:
        case Text():
            return _write_text(part, layout, writer)
        case Refusal():
            writer.lose(path, "a refusal is written as words")
            return {"text": part.text, **writer.spare(part.extras)}
        case Image() | Video() | Audio() | File():
            return _write_medium(part, layout, path, writer)
        case Opaque():
            return _write_opaque(part, side, path, writer)
        case _:
            assert_never(part)


def _write_text(part: Text, layout: Layout | None, writer: Writer) -> object:
    if layout is not None and layout.kind == "bare":
        return part.text
    named: _Row = {"text": part.text}
    if part.signature is not None:
        named["thoughtSignature"] = part.signature
    spare = writer.spare(part.extras) if part.extras else {}
    return laid_out(named, spare, "text", layout)


def _write_opaque(part: Opaque, side: Side, path: str, writer: Writer) -> object:
    if part.codec != CODEC:
        writer.lose(path, f"a part that only the format {part.codec} knows")
        return ABSENT
    value = part.value.thaw()
    if value is None:
        writer.lose(path, "null is no part")
        return ABSENT
    if not stays_opaque(value, side):
        writer.lose(path, "it is no part that only this format knows")
    return value


def _write_medium(part: Media, layout: Layout | None, path: str, writer: Writer) -> object:
    read_as = layout.kind if layout is not None else ""
    inner: _Row
    data, media_type = (None, None) if read_as == "fileData" else bytes_of(part)
    if data is not None and (data or read_as):
        kind, inner = "inlineData", {"mimeType": media_type, "data": data}
        read_so = read_as == kind
        if not read_so and (media_type is None or "/" not in media_type):
            writer.lose(path, "bytes of no known type")
            return ABSENT
        if not read_so and not holds_bytes(data):
            writer.lose(path, "no byte can be read of it")
            return ABSENT
    elif part.url is not None and (read_as or (part.url and not part.url.startswith("data:"))):
        kind, media_type = "fileData", part.media_type if read_as else media_type_of(part)
        inner = {"fileUri": part.url, "mimeType": media_type}
    else:
        writer.lose(path, "a medium without its bytes, or an address the format takes")
        return ABSENT
    if inner["mimeType"] is None:
        del inner["mimeType"]
    if kind_of(media_type) is not type(part):
        word = type(part).__name__.lower()
        writer.lose(f"{path}.media_type", f"nothing says that it is of the kind {word}")
    fits = layout if layout is not None and layout.kind == kind else None
    _leave_others(part, data, fits, path, writer)
    if part.name is not None and fits is not None and "name" not in _unnamed(fits):
        inner["displayName"] = part.name
    return _around(kind, inner, part, fits, writer)


def _unnamed(layout: Layout) -> tuple[str, ...]:
    """Say by ``name`` that a medium was read without its name."""
    named = any(key in layout.inner for key in ("displayName", "display_name"))
    return () if named else ("name",)


def _around(kind: str, inner: _Row, part: Media, layout: Layout | None, writer: Writer) -> object:
    spare = writer.spare(part.extras) if part.extras else {}
    more = spare.pop(kind, None)
    inside = more if isinstance(more, dict) else {}
    if layout is not None:
        inner = laid(dict(layout.inner_blanks) | inner, inside, layout.inner)
    else:
        inner = {**inner, **inside}
    named: _Row = {kind: inner}
    if isinstance(part, Image) and part.signature is not None:
        named["thoughtSignature"] = part.signature
    return laid_out(named, spare, kind, layout)


def _leave_others(
    part: Media, data: str | None, layout: Layout | None, path: str, writer: Writer
) -> None:
    """Say what else is known of *part* than what is written."""
    if part.file_id is not None:
        writer.lose(f"{path}.file_id", "a medium has one source, another was written")
    if data is not None and part.data is not None and part.url is not None:
        writer.lose(f"{path}.url", "a medium has one source, another was written")
    if data is None and part.data is not None:
        writer.lose(f"{path}.data", "a medium has one source, another was written")
    if isinstance(part, Image) and part.detail is not None:
        writer.lose(f"{path}.detail", "how closely to look is said for the whole request")
    if isinstance(part, File) and part.text is not None:
        writer.lose(f"{path}.text", "beside the document itself its words have no place")
    if isinstance(part, Video | File) and part.size is not None:
        writer.leave("parts[].size")
    if part.name is not None and (layout is None or _unnamed(layout)):
        writer.leave("parts[].name")
    if part.id is not None:
        writer.leave("parts[].id")
    if part.attached:
        writer.leave("parts[].attached")
