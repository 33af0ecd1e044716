"""Media: the words of the format for their types, and where their bytes come from."""

from __future__ import annotations

from types import MappingProxyType
from typing import Final

from ctxfn.messages import Audio, File, Image, Media, Video
from ctxfn.wire.bedrock.written import Layout
from ctxfn.wire.gemini.media import bytes_of, media_type_of

__all__ = ["KINDS", "format_of", "source_of", "type_of"]

#: The block of each kind of medium.
KINDS: Final[dict[str, type[Image | Video | Audio | File]]] = {
    "image": Image,
    "video": Video,
    "audio": Audio,
    "document": File,
}

_OFFICE: Final = "application/vnd.openxmlformats-officedocument"

#: The formats of each block and the type of media each means, the usual word for a type first.
_FORMATS: Final = MappingProxyType(
    {
        "image": {name: f"image/{name}" for name in ("png", "jpeg", "gif", "webp")},
        "video": {
            "mp4": "video/mp4",
            "mov": "video/quicktime",
            "mkv": "video/x-matroska",
            "webm": "video/webm",
            "flv": "video/x-flv",
            "mpeg": "video/mpeg",
            "mpg": "video/mpeg",
            "wmv": "video/x-ms-wmv",
            "three_gp": "video/3gpp",
        },
        "audio": {
            "mp3": "audio/mp3",
            "wav": "audio/wav",
            "opus": "audio/opus",
            "aac": "audio/aac",
            "x-aac": "audio/aac",
            "flac": "audio/flac",
            "ogg": "audio/ogg",
            "mp4": "audio/mp4",
            "m4a": "audio/m4a",
            "mpeg": "audio/mpeg",
            "mpga": "audio/mpeg",
            "webm": "audio/webm",
            "pcm": "audio/pcm",
            "mkv": "audio/x-matroska",
            "mka": "audio/x-matroska",
        },
        "document": {
            "pdf": "application/pdf",
            "csv": "text/csv",
            "doc": "application/msword",
            "docx": f"{_OFFICE}.wordprocessingml.document",
            "xls": "application/vnd.ms-excel",
            "xlsx": f"{_OFFICE}.spreadsheetml.sheet",
            "html": "text/html",
            "txt": "text/plain",
            "md": "text/markdown",
        },
    }
)
#: Other words for the same types.
_SAME: Final = MappingProxyType({"image/jpg": "image/jpeg", "audio/x-wav": "audio/wav"})


def type_of(kind: str, format: str | None) -> str | None:
    """Return the type of media that *format* means in a block of *kind*.

    Examples:
        >>> type_of("document", "md"), type_of("video", "video/mp4")
        ('text/markdown', 'video/mp4')
    """
    if format is None:
        return None
    return _FORMATS[kind].get(format, format)


def format_of(part: Media, kind: str, layout: Layout | None) -> str | None:
    """Return the format's word for what *part* is, if it has one; what was read has its own.

    Examples:
        >>> format_of(Image(url="https://a.example/x.png"), "image", None)
        'png'
    """
    if layout is not None and type_of(kind, layout.format) == part.media_type:
        return layout.format
    _, said = bytes_of(part)
    said = said or media_type_of(part)
    known = _SAME.get(said or "", said)
    found = next((word for word, one in _FORMATS[kind].items() if one == known), None)
    if found is None and kind == "document" and _is_text(part, known):
        return "txt"
    return found


def _is_text(part: Media, said: str | None) -> bool:
    """Say whether *part* is a document whose words are known, whatever else is."""
    words = isinstance(part, File) and part.text is not None and part.data is None
    return words or (said or "").startswith("text/")


def source_of(part: Media) -> dict[str, object] | None:
    """Return where the bytes of *part* are: here, in a bucket, or as the words of a document.

    Contract:
        ``None`` for what the service cannot get at: an address of the web, an upload elsewhere.

    Examples:
        >>> source_of(Image(url="s3://bucket/x.png"))
        {'s3Location': {'uri': 's3://bucket/x.png'}}
    """
    data, _ = bytes_of(part)
    if data:
        return {"bytes": data}
    if part.url is not None and part.url.startswith("s3://"):
        return {"s3Location": {"uri": part.url}}
    if isinstance(part, File) and part.text is not None:
        return {"text": part.text}
    return None
