"""Write content: as it was read where it was, and in the usual form otherwise."""

from __future__ import annotations

from typing import Final, NamedTuple, assert_never

from ctxfn.messages import Audio, File, Image, Opaque, Part, Refusal, Text, Video
from ctxfn.wire.openai_chat.read_parts import stays_opaque
from ctxfn.wire.openai_chat.reader import json_text
from ctxfn.wire.openai_chat.writer import Writer
from ctxfn.wire.openai_chat.written import Form, Layout, arrange

__all__ = ["ABSENT", "as_uri", "leave_names", "write_content", "write_part"]

_Row = dict[str, object]


class Absent(NamedTuple):
    """No content at all, not even ``null``."""


ABSENT: Final = Absent()

#: How the bytes of an image begin in base64, by its type.
_IMAGE_STARTS: Final = (
    ("iVBORw0KGgo", "image/png"),
    ("/9j/", "image/jpeg"),
    ("R0lGOD", "image/gif"),
    ("UklGR", "image/webp"),
)


def write_content(
    parts: tuple[Part, ...], form: Form | None, empty: object, writer: Writer
) -> object:
    """Write *parts* as the value of ``content``; *empty* if there are none and nothing is known.

    Contract:
        One plain text becomes a text, everything else a list, unless *form* says otherwise
        and still fits.

    Complexity: O(size of *parts*).
    """
    if form is not None:
        if form.content == "list":
            rows = _write_list(parts, form.parts, writer)
            return rows if rows or not parts else empty
        if not parts:
            return "" if form.content == "text" else None if form.content == "null" else ABSENT
        if form.content == "part" and len(parts) == 1:
            return write_part(parts[0], form.parts[0], "content", writer)
        if form.value is not None and parts == (Text(json_text(form.value.thaw())),):
            return form.value.thaw()
    if not parts:
        return empty
    if len(parts) == 1:
        only = parts[0]
        if isinstance(only, Text) and only.text and not only.extras and only.signature is None:
            return only.text
    # No list without a part: if none can be said, it is as if there were none.
    return _write_list(parts, (), writer) or empty


def _write_list(
    parts: tuple[Part, ...], layouts: tuple[Layout | None, ...], writer: Writer
) -> list[object]:
    fitting = layouts if len(layouts) == len(parts) else (None,) * len(parts)
    rows = [
        write_part(part, layout, f"parts[{number}]", writer)
        for number, (part, layout) in enumerate(zip(parts, fitting, strict=True))
    ]
    return [row for row in rows if row is not ABSENT]


def write_part(part: Part, layout: Layout | None, path: str, writer: Writer) -> object:
    """Write *part*, or say by `ABSENT` and a loss that the format has no word for it."""
    own = writer.dialect.writers.get(type(part))
    if own is not None:
        return own(part, layout, path, writer)
    match part:
        case Text():
            return _write_text(part, layout, path, writer)
        case Refusal():
            row: _Row = {"type": "refusal", "refusal": part.text, **writer.spare(part.extras)}
            return _laid_out(row, "refusal", layout)
        case Image():
            return _write_image(part, layout, path, writer)
        case Video():
            return _write_video(part, layout, path, writer)
        case Audio():
            return _write_audio(part, layout, path, writer)
        case File():
            return _write_file(part, layout, path, writer)
        case Opaque():
            if part.codec == writer.dialect.name:
                return _write_opaque(part, path, writer)
            writer.lose(path, f"a part that only the format {part.codec} knows")
            return ABSENT
        case _:
            assert_never(part)


def _write_opaque(part: Opaque, path: str, writer: Writer) -> object:
    """Write it as it was; what would be read as another part was made by hand, and is told."""
    value = part.value.thaw()
    if value is None:
        writer.lose(path, "null is no part")
        return ABSENT
    if not stays_opaque(value, writer.dialect):
        writer.lose(path, "it reads as a part of a type that is known here")
    return value


def _write_text(part: Text, layout: Layout | None, path: str, writer: Writer) -> object:
    if part.signature is not None:
        writer.lose(f"{path}.signature", "texts are not signed here")
    if layout is not None and layout.kind == "bare":
        return part.text
    if not part.extras and (layout is None or layout.outer == ("type", "text")):
        return {"type": "text", "text": part.text}
    row: _Row = {"type": "text", "text": part.text, **writer.spare(part.extras)}
    if layout is not None and layout.kind == "text" and "type" not in layout.outer:
        del row["type"]
    return _laid_out(row, "text", layout)


def _write_image(part: Image, layout: Layout | None, path: str, writer: Writer) -> object:
    url = part.url
    if url is None and part.data is not None:
        media_type = part.media_type or _sniffed(part.data)
        url = None if media_type is None else f"data:{media_type};base64,{part.data}"
    if url is None or (not url and layout is None):
        writer.lose(path, "an image without an address or bytes of a known type")
        return ABSENT
    leave_names(part, writer)
    if part.signature is not None:
        writer.lose(f"{path}.signature", "images are not signed here")
    source: _Row = {"url": url}
    if part.detail is not None:
        source["detail"] = part.detail
    return _around("image_url", source, url, part, layout, writer)


def _write_video(part: Video, layout: Layout | None, path: str, writer: Writer) -> object:
    read_here = layout is not None and layout.kind == "video_url"
    if part.url is None or not (read_here or "video" in writer.profile.media_of("user")):
        writer.lose(path, f"{writer.profile.name} has no videos")
        return ABSENT
    leave_names(part, writer)
    return _around("video_url", {"url": part.url}, part.url, part, layout, writer)


def _write_audio(part: Audio, layout: Layout | None, path: str, writer: Writer) -> object:
    media_type, data = part.media_type, part.data
    if data is None and part.url is not None and part.url.startswith("data:audio/"):
        head, _, data = part.url.partition(";base64,")
        media_type = head.removeprefix("data:")
    elif part.url is not None and data:
        writer.lose(path, "the address of a sound beside its bytes")
    if not data and (data is None or layout is None):
        writer.lose(path, "a sound without its bytes")
        return ABSENT
    leave_names(part, writer)
    source: _Row = {"data": data}
    if media_type is not None:
        source["format"] = media_type.removeprefix("audio/").replace("mpeg", "mp3")
    return _around("input_audio", source, None, part, layout, writer)


def _write_file(part: File, layout: Layout | None, path: str, writer: Writer) -> object:
    source: _Row = {}
    if part.file_id is not None:
        source["file_id"] = part.file_id
    if part.data is not None:
        source["file_data"] = as_uri(part.data, part.media_type)
        if part.url is not None:
            writer.lose(path, "the address of a file beside its bytes")
    elif part.url is not None and part.url.startswith("data:"):
        source["file_data"] = part.url
    if not any(source.values()) and (layout is None or layout.kind != "file"):
        writer.lose(path, "a file without its bytes or the id of an upload")
        return ABSENT
    if part.name is not None:
        source["filename"] = part.name
    if part.text is not None:
        writer.lose(
            f"{path}.text", "what was read out of a file is text, and must be written as it"
        )
    leave_names(part, writer)
    return _around("file", source, None, part, layout, writer)


def _around(
    kind: str,
    source: _Row,
    bare: str | None,
    part: Image | Video | Audio | File,
    layout: Layout | None,
    writer: Writer,
) -> object:
    """Put *source* under the key *kind*, or only its address if that is how it was read."""
    spare = writer.spare(part.extras)
    fitting = layout if layout is not None and layout.kind == kind else None
    if fitting is not None and fitting.inner is None and bare is not None:
        return arrange({"type": kind, kind: bare, **spare}, fitting.outer)
    inner = spare.pop(kind, None)
    if isinstance(inner, dict):
        source.update(inner)
    if fitting is None:
        return {"type": kind, kind: source, **spare}
    row: _Row = {"type": kind, kind: arrange(source, fitting.inner or ()), **spare}
    return arrange(row, fitting.outer)


def _laid_out(row: _Row, kind: str, layout: Layout | None) -> _Row:
    return arrange(row, layout.outer) if layout is not None and layout.kind == kind else row


def leave_names(part: Image | Video | Audio | File, writer: Writer) -> None:
    """Count what a store says of a part beside what it is."""
    if part.id is not None:
        writer.leave("parts[].id")
    if part.attached:
        writer.leave("parts[].attached")
    if part.name is not None and not isinstance(part, File):
        writer.leave("parts[].name")
    if isinstance(part, Video | File) and part.size is not None:
        writer.leave("parts[].size")


def as_uri(data: str, media_type: str | None) -> str:
    """Write *data* as a data URI, if it is not one and its type is known."""
    if media_type is None or data.startswith("data:"):
        return data
    return f"data:{media_type};base64,{data}"


def _sniffed(data: str) -> str | None:
    return next((found for start, found in _IMAGE_STARTS if data.startswith(start)), None)
