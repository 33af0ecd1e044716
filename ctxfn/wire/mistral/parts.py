"""Parts that Mistral writes in its own way: documents, uploads and sounds."""

from __future__ import annotations

from ctxfn.messages import Audio, File, Part
from ctxfn.wire.openai_chat.read_parts import read_audio as read_usual_audio
from ctxfn.wire.openai_chat.read_parts import read_file as read_usual_file
from ctxfn.wire.openai_chat.read_parts import spare_of
from ctxfn.wire.openai_chat.reader import Reader
from ctxfn.wire.openai_chat.write_parts import ABSENT, as_uri, leave_names
from ctxfn.wire.openai_chat.writer import Writer
from ctxfn.wire.openai_chat.written import Layout, arrange

__all__ = ["read_audio", "read_document", "read_file", "write_audio", "write_file"]

_Row = dict[str, object]

_SOUND = "data:audio/"
_BYTES = ";base64,"


def read_document(value: _Row, reader: Reader) -> tuple[Part, Layout] | None:
    """Read a document by its address, or its bytes as a data URI."""
    url, name = value.get("document_url"), value.get("document_name")
    if not isinstance(url, str) or not isinstance(name, str | None):
        return None
    extras = spare_of(value, ("type", "document_url", "document_name"), reader)
    return File(url=url, name=name, extras=extras), reader.layout(
        "document_url", tuple(value), None
    )


def read_file(value: _Row, reader: Reader) -> tuple[Part, Layout] | None:
    """Read an upload by its id, which stands in the part itself."""
    file_id = value.get("file_id")
    if not isinstance(file_id, str) or "file" in value:
        read = read_usual_file(value, reader)
        if read is not None:
            reader.odd(
                "content", "found a file as other APIs write it, read as an upload or document"
            )
        return read
    extras = spare_of(value, ("type", "file_id"), reader)
    return File(file_id=file_id, extras=extras), reader.layout("file_id", tuple(value), None)


def read_audio(value: _Row, reader: Reader) -> tuple[Part, Layout] | None:
    """Read a sound: base64 alone, a data URI or an address; or the object that others write."""
    said = value.get("input_audio")
    if not isinstance(said, str):
        return read_usual_audio(value, reader)
    extras = spare_of(value, ("type", "input_audio"), reader)
    layout = reader.layout("input_audio", tuple(value), None)
    if said.startswith(_SOUND) and _BYTES in said:
        head, _, data = said.partition(_BYTES)
        kind = head.removeprefix("data:")
        return Audio(data=data, media_type=kind, extras=extras), layout
    if ":" in said:  # which base64 has not
        return Audio(said, extras=extras), layout
    return Audio(data=said, extras=extras), layout


def write_file(part: Part, layout: Layout | None, path: str, writer: Writer) -> object:
    """Write an upload by its id, any other file as a document."""
    assert isinstance(part, File)
    leave_names(part, writer)
    if part.text is not None:
        reason = "what was read out of a file is text, and must be written as it"
        writer.lose(f"{path}.text", reason)
    if part.file_id is not None:
        if part.url is not None or part.data is not None:
            writer.lose(path, "the bytes of a file beside the id of its upload")
        if part.name is not None:
            writer.leave("parts[].name")
        row: _Row = {"type": "file", "file_id": part.file_id, **writer.spare(part.extras)}
        return _laid_out(row, "file_id", layout)
    url = part.url if part.data is None else as_uri(part.data, part.media_type)
    if url is None or (not url and layout is None):
        writer.lose(path, "a file without its bytes, its address or the id of an upload")
        return ABSENT
    if part.data is not None and part.url is not None:
        writer.lose(path, "the address of a file beside its bytes")
    row = {"type": "document_url", "document_url": url}
    if part.name is not None:
        row["document_name"] = part.name
    return _laid_out({**row, **writer.spare(part.extras)}, "document_url", layout)


def write_audio(part: Part, layout: Layout | None, path: str, writer: Writer) -> object:
    """Write a sound as one text."""
    assert isinstance(part, Audio)
    leave_names(part, writer)
    if part.file_id is not None:
        writer.lose(f"{path}.file_id", "sounds have no ids here")
    said = part.url
    if part.data is not None:
        said = as_uri(part.data, part.media_type)
        if part.url is not None:
            writer.lose(path, "the address of a sound beside its bytes")
    if said is None or (not said and layout is None):
        writer.lose(path, "a sound without its bytes or its address")
        return ABSENT
    return _written_audio(part, said, layout, writer)


def _written_audio(part: Audio, said: str, layout: Layout | None, writer: Writer) -> object:
    spare = writer.spare(part.extras)
    if layout is None or layout.kind != "input_audio" or layout.inner is None:
        spare.pop("input_audio", None)
        return _laid_out(
            {"type": "input_audio", "input_audio": said, **spare}, "input_audio", layout
        )
    source: _Row = {"data": part.data}
    if part.media_type is not None:
        source["format"] = part.media_type.removeprefix("audio/")
    more = spare.pop("input_audio", None)
    source.update(more if isinstance(more, dict) else {})
    row: _Row = {"type": "input_audio", "input_audio": arrange(source, layout.inner), **spare}
    return arrange(row, layout.outer)


def _laid_out(row: _Row, kind: str, layout: Layout | None) -> _Row:
    return arrange(row, layout.outer) if layout is not None and layout.kind == kind else row
