"""Write blocks: as they were read where they were, and in the usual form otherwise."""

from __future__ import annotations

from typing import Final, NamedTuple, assert_never

from ctxfn.messages import Audio, File, Image, Opaque, Part, Refusal, Text, Video
from ctxfn.wire.anthropic.read_parts import stays_opaque
from ctxfn.wire.anthropic.sources import document_source, image_source
from ctxfn.wire.anthropic.writer import Writer
from ctxfn.wire.anthropic.written import CODEC, Layout, arrange

__all__ = ["ABSENT", "fitting", "write_part", "write_parts"]

_Row = dict[str, object]


class Absent(NamedTuple):
    """No block at all."""


ABSENT: Final = Absent()


def fitting(
    layouts: tuple[Layout | None, ...], values: tuple[object, ...]
) -> tuple[Layout | None, ...]:
    """Return *layouts* if there is one for each of *values*, else none for each."""
    return layouts if len(layouts) == len(values) else (None,) * len(values)


def write_parts(
    parts: tuple[Part, ...],
    layouts: tuple[Layout | None, ...],
    writer: Writer,
    *,
    answer: bool = False,
) -> list[object]:
    """Write *parts*, those that can be said."""
    rows = [
        write_part(part, layout, f"parts[{number}]", writer, answer=answer)
        for number, (part, layout) in enumerate(zip(parts, fitting(layouts, parts), strict=True))
    ]
    return [row for row in rows if row is not ABSENT]


def write_part(
    part: Part, layout: Layout | None, path: str, writer: Writer, *, answer: bool = False
) -> object:
    """Write *part*, or say by `ABSENT` and a loss that the format has no word for it."""
    match part:
        case Text():
            return _write_text(part, layout, path, writer)
        case Refusal():
            writer.lose(path, "a refusal is written as words")
            return {"type": "text", "text": part.text, **writer.spare(part.extras)}
        case Image():
            return _write_image(part, layout, path, writer)
        case File():
            return _write_document(part, layout, path, writer)
        case Video() | Audio():
            kind = "videos" if isinstance(part, Video) else "sounds"
            writer.lose(path, f"{writer.profile.name} has no {kind}")
            return ABSENT
        case Opaque():
            return _write_opaque(part, path, writer, answer)
        case _:
            assert_never(part)


def _write_text(part: Text, layout: Layout | None, path: str, writer: Writer) -> object:
    if part.signature is not None:
        writer.lose(f"{path}.signature", "texts are not signed here")
    row: _Row = {"type": "text", "text": part.text}
    if part.extras:
        row.update(writer.spare(part.extras))
    if layout is None:
        return row
    return part.text if layout.kind == "bare" else _laid_out(row, "text", layout)


def _write_opaque(part: Opaque, path: str, writer: Writer, answer: bool) -> object:
    if part.codec != CODEC:
        writer.lose(path, f"a part that only the format {part.codec} knows")
        return ABSENT
    value = part.value.thaw()
    if value is None:
        writer.lose(path, "null is no block")
        return ABSENT
    if isinstance(value, dict) and value.get("type") == "tool_result" and not answer:
        writer.lose(path, "it reads as a result of a tool")
    elif not stays_opaque(value, answer=answer):
        writer.lose(path, "it reads as a block of a type that is known here")
    return value


def _write_image(part: Image, layout: Layout | None, path: str, writer: Writer) -> object:
    source = image_source(part, layout)
    if source is None:
        writer.lose(path, "an image without an address or bytes of a known type")
        return ABSENT
    if part.signature is not None:
        writer.lose(f"{path}.signature", "images are not signed here")
    if part.detail is not None:
        writer.leave("parts[].detail")
    if part.name is not None:
        writer.leave("parts[].name")
    _lose_others(part, source, path, writer)
    return _around("image", source, {}, part, layout, writer)


def _write_document(part: File, layout: Layout | None, path: str, writer: Writer) -> object:
    source = document_source(part, layout)
    if source is None:
        writer.lose(path, "a file without its words, its bytes or the id of an upload")
        return ABSENT
    if part.size is not None:
        writer.leave("parts[].size")
    if part.text is not None and source["type"] != "text":
        writer.lose(f"{path}.text", "beside the document itself its words have no place")
    _lose_others(part, source, path, writer)
    title: _Row = {} if part.name is None else {"title": part.name}
    return _around("document", source, title, part, layout, writer)


def _lose_others(part: Image | File, source: _Row, path: str, writer: Writer) -> None:
    """Say what else is known of *part* than the one *source*."""
    said = source["type"]
    inline = part.url is not None and part.url.startswith("data:")
    for field, kinds in (("data", ("base64",)), ("file_id", ("file",)), ("url", ("url",))):
        read = (field == "url" and inline) or (
            field == "data" and getattr(part, "text", "") is None
        )
        taken = said in kinds or (read and said in ("base64", "text"))
        if getattr(part, field) is not None and not (taken and not _is_second(part, field)):
            writer.lose(f"{path}.{field}", "a medium has one source, another was written")
    if part.media_type is not None and said not in ("base64", "text"):
        writer.leave("parts[].media_type")
    if part.id is not None:
        writer.leave("parts[].id")
    if part.attached:
        writer.leave("parts[].attached")


def _is_second(part: Image | File, field: str) -> bool:
    """Say whether the bytes were taken from elsewhere than an inline address."""
    return field == "url" and part.data is not None


def _around(
    kind: str, source: _Row, beside: _Row, part: Image | File, layout: Layout | None, writer: Writer
) -> object:
    spare = writer.spare(part.extras)
    inner = spare.pop("source", None)
    if isinstance(inner, dict):
        source.update(inner)
    fits = layout is not None and layout.kind == kind
    if fits and layout is not None and layout.inner is not None:
        source = arrange(source, layout.inner)
    row: _Row = {"type": kind, "source": source, **beside, **spare}
    return _laid_out(row, kind, layout)


def _laid_out(row: _Row, kind: str, layout: Layout | None) -> _Row:
    return arrange(row, layout.outer) if layout is not None and layout.kind == kind else row
