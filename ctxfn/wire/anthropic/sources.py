"""Where the bytes of an image or a document come from, as the format says it."""

from __future__ import annotations

import base64
from typing import Final

from ctxfn.messages import File, Image
from ctxfn.wire.anthropic.written import Layout

__all__ = ["document_source", "image_source"]

_Row = dict[str, object]

_PLAIN: Final = "text/plain"
#: How the bytes of a medium begin in base64, by its type.
_STARTS: Final = (
    ("iVBORw0KGgo", "image/png"),
    ("/9j/", "image/jpeg"),
    ("R0lGOD", "image/gif"),
    ("UklGR", "image/webp"),
    ("JVBE", "application/pdf"),
)


def image_source(part: Image, layout: Layout | None = None) -> _Row | None:
    """Say where *part* is: its bytes, else its upload, else its address; ``None`` if nowhere."""
    data, media_type = _bytes_of(part)
    if data is not None:
        return _inline(data, media_type, layout)
    if part.file_id is not None:
        return {"type": "file", "file_id": part.file_id}
    if part.url is None or part.url.startswith("data:"):
        return None
    return {"type": "url", "url": part.url}


def document_source(part: File, layout: Layout | None = None) -> _Row | None:
    """Say where *part* is: its bytes, its upload, its words, its address; ``None`` if nowhere."""
    data, media_type = _bytes_of(part)
    if data is not None:
        words = _as_words(data) if media_type == _PLAIN and layout is None else None
        if words is not None:
            return {"type": "text", "media_type": _PLAIN, "data": words}
        return _inline(data, media_type, layout)
    if part.file_id is not None:
        return {"type": "file", "file_id": part.file_id}
    if part.text is not None:
        return _words(part, layout)
    if part.url is None or part.url.startswith("data:"):
        return None
    return {"type": "url", "url": part.url}


def _words(part: File, layout: Layout | None) -> _Row:
    source: _Row = {"type": "text", "data": part.text}
    if part.media_type is not None:
        return {"type": "text", "media_type": part.media_type, "data": part.text}
    if layout is not None and layout.kind == "document" and layout.inner is not None:
        return source
    return {"type": "text", "media_type": _PLAIN, "data": part.text}


def _as_words(data: str) -> str | None:
    """Read the bytes of a plain text: the format takes those of other documents alone."""
    try:
        return base64.b64decode(data, validate=True).decode()
    except ValueError:
        return None


def _inline(data: str, media_type: str | None, layout: Layout | None) -> _Row | None:
    if media_type is not None:
        return {"type": "base64", "media_type": media_type, "data": data}
    read_so = layout is not None and layout.inner is not None and "data" in layout.inner
    return {"type": "base64", "data": data} if read_so else None


def _bytes_of(part: Image | File) -> tuple[str | None, str | None]:
    """Take bytes in base64 and their type; an inline address, wherever it stands, holds both."""
    written = part.data if part.data is not None else part.url
    if written is not None and written.startswith("data:"):
        head, mark, data = written.partition(";base64,")
        return (data, head.removeprefix("data:") or None) if mark else (None, None)
    if part.data is None:
        return None, None
    found = next((kind for start, kind in _STARTS if part.data.startswith(start)), None)
    return part.data, part.media_type or found
