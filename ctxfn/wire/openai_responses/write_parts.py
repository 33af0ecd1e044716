"""Write content and outputs: one text if that says all, else a list of parts."""

from __future__ import annotations

from typing import Final

from ctxfn.messages import Audio, File, Image, Opaque, Part, Refusal, Text, Video
from ctxfn.wire.file_bytes import file_as_uri
from ctxfn.wire.openai_responses.read_parts import TEXT_TYPES
from ctxfn.wire.openai_responses.writer import Writer
from ctxfn.wire.openai_responses.written import CODEC, Layout, Piece, arrange
from ctxfn.wire.profiles import Role

__all__ = ["ABSENT", "data_uri", "has_source", "write_content"]

_Row = dict[str, object]

#: What stands for no value at all, where ``None`` would be ``null``.
ABSENT: Final = object()

_IMAGE_STARTS: Final = (
    ("iVBOR", "image/png"),
    ("/9j/", "image/jpeg"),
    ("R0lGOD", "image/gif"),
    ("UklGR", "image/webp"),
)


def write_content(
    parts: tuple[Part, ...],
    role: Role,
    piece: Piece | None,
    writer: Writer,
    *,
    first: int = 0,
    annotated: bool = False,
) -> object:
    """Write *parts*, the first of which is the message's part number *first*.

    Contract:
        As *piece* says they were read, as long as it fits them. `ABSENT`: write no key.
        *annotated*: a server's own texts carry a list of sources, even an empty one.
    """
    if not parts and piece is not None and piece.content in ("null", "absent"):
        return None if piece.content == "null" else ABSENT
    as_list = annotated if piece is None else piece.content == "list"
    if not parts:
        return [] if as_list and piece is not None else ""
    if not as_list and len(parts) == 1 and _is_plain(parts[0]):
        return parts[0].text if isinstance(parts[0], Text) else ""
    layouts = () if piece is None else piece.parts
    fitting = layouts if len(layouts) == len(parts) else (None,) * len(parts)
    rows: list[object] = []
    for number, (part, layout) in enumerate(zip(parts, fitting, strict=True)):
        path = f"parts[{first + number}]"
        row = _write_part(part, role, layout, path, writer, annotated=annotated)
        if row is not ABSENT:
            rows.append(row)
    return rows or ""


def data_uri(data: str, media_type: str | None) -> str | None:
    """Write bytes of an image as an address, if it shows what kind of image they are."""
    known = media_type or next(
        (kind for start, kind in _IMAGE_STARTS if data.startswith(start)), None
    )
    return None if known is None else f"data:{known};base64,{data}"


def has_source(part: Image | Video | Audio | File) -> bool:
    """Say whether *part* has an address, bytes or an upload that the format has a key for."""
    return _source(part) is not None


def _is_plain(part: Part) -> bool:
    return type(part) is Text and bool(part.text) and not part.extras and part.signature is None


def _write_part(
    part: Part, role: Role, layout: Layout | None, path: str, writer: Writer, *, annotated: bool
) -> object:
    match part:
        case Text():
            return _write_text(part, role, layout, path, writer, annotated=annotated)
        case Refusal():
            if role != "assistant" and layout is None:
                writer.lose(path, "only a model refuses")
                return ABSENT
            row: _Row = {"type": "refusal", "refusal": part.text, **writer.spare(part.extras)}
            return _laid(row, layout)
        case Opaque():
            if part.codec == CODEC:
                return part.value.thaw()
            writer.lose(path, f"a part that only the format {part.codec} knows")
            return ABSENT
        case Image() | Video() | Audio() | File():
            return _write_medium(part, role, layout, path, writer)


def _write_text(
    part: Text, role: Role, layout: Layout | None, path: str, writer: Writer, *, annotated: bool
) -> object:
    if part.signature is not None:
        writer.lose(f"{path}.signature", "texts are not signed here")
    kind = "output_text" if role == "assistant" else "input_text"
    fitting = layout if layout is not None and layout.kind in TEXT_TYPES[:2] else None
    if fitting is not None:
        kind, annotated = fitting.kind, "annotations" in fitting.keys
    row: _Row = {"type": kind, "text": part.text}
    spare = writer.spare(part.extras)
    if annotated and kind == "output_text" and "annotations" not in spare:
        row["annotations"] = []
    row.update(spare)
    return _laid(row, fitting)


def _write_medium(
    part: Image | Video | Audio | File,
    role: Role,
    layout: Layout | None,
    path: str,
    writer: Writer,
) -> object:
    name = type(part).__name__.lower()
    if layout is None and name not in writer.profile.media_of(role):
        writer.lose(path, f"{writer.profile.name} takes no {name} from the role {role!r}")
        return ABSENT
    row = _source(file_as_uri(part) if isinstance(part, File) and layout is None else part)
    if row is None:
        writer.lose(path, f"{name} without an address, bytes or an upload that has a place here")
        return ABSENT
    spare = writer.spare(part.extras)
    inner, more = row.get("input_audio"), spare.pop("input_audio", None)
    if isinstance(inner, dict):
        inner.update(more if isinstance(more, dict) else {})
        row["input_audio"] = arrange(inner, layout.inner if layout else ())
    return _laid({**row, **spare}, layout)


def _source(part: Image | Video | Audio | File) -> _Row | None:
    """Write where the bytes are, or the bytes themselves."""
    match part:
        case Image():
            url = part.url
            if url is None and part.data is not None:
                url = data_uri(part.data, part.media_type)
            said: _Row = {"image_url": url, "file_id": part.file_id, "detail": part.detail}
            sources, kind = ["image_url", "file_id"], "input_image"
        case File():
            said = {
                "file_url": part.url,
                "file_id": part.file_id,
                "file_data": part.data,
                "filename": part.name,
            }
            sources, kind = ["file_url", "file_id", "file_data"], "input_file"
        case Audio():
            sound = (part.media_type or "").removeprefix("audio/").replace("mpeg", "mp3")
            inner = {"data": part.data, "format": sound}
            said = {"input_audio": inner if part.data is not None and sound else None}
            sources, kind = ["input_audio"], "input_audio"
        case Video():
            return None
    if not any(said[key] is not None for key in sources):
        return None
    return {"type": kind, **{key: one for key, one in said.items() if one is not None}}


def _laid(row: _Row, layout: Layout | None) -> _Row:
    fits = layout is not None and layout.kind == row["type"]
    return arrange(row, layout.keys, layout.nulls) if layout is not None and fits else row
