"""Media by their type: which record holds one, and what type an address suggests."""

from __future__ import annotations

from typing import Final

from ctxfn.messages import Audio, File, Image, Media, Video

__all__ = ["bytes_of", "kind_of", "media_type_of"]

_KINDS: Final = {"image": Image, "video": Video, "audio": Audio}

#: How the bytes of a medium begin in base64, by its type.
_STARTS: Final = (
    ("iVBORw0KGgo", "image/png"),
    ("/9j/", "image/jpeg"),
    ("R0lGOD", "image/gif"),
    ("UklGR", "image/webp"),
    ("JVBE", "application/pdf"),
)
_ENDINGS: Final = {
    "png": "image/png",
    "jpg": "image/jpeg",
    "jpeg": "image/jpeg",
    "gif": "image/gif",
    "webp": "image/webp",
    "heic": "image/heic",
    "mp4": "video/mp4",
    "mov": "video/quicktime",
    "webm": "video/webm",
    "mp3": "audio/mp3",
    "wav": "audio/wav",
    "ogg": "audio/ogg",
    "flac": "audio/flac",
    "pdf": "application/pdf",
    "txt": "text/plain",
    "md": "text/markdown",
    "csv": "text/csv",
    "html": "text/html",
}


def kind_of(media_type: str | None) -> type[Image | Video | Audio | File]:
    """Return the record for media of this type; one of no known type is a file.

    Examples:
        >>> kind_of("image/png").__name__, kind_of("application/pdf").__name__
        ('Image', 'File')
    """
    return _KINDS.get((media_type or "").partition("/")[0], File)


def bytes_of(part: Media) -> tuple[str | None, str | None]:
    """Take bytes in base64 and their type; an inline address, wherever it stands, holds both."""
    written = part.data if part.data is not None else part.url
    if written is not None and written.startswith("data:"):
        head, mark, data = written.partition(";base64,")
        return (data, head.removeprefix("data:") or part.media_type) if mark else (None, None)
    if part.data is None:
        return None, None
    found = next((kind for start, kind in _STARTS if part.data.startswith(start)), None)
    return part.data, part.media_type or (found if kind_of(found) is type(part) else None)


def media_type_of(part: Media) -> str | None:
    """Say of what type *part* is: by its own word, else by the end of its address.

    Examples:
        >>> media_type_of(Image("https://a.example/x.png?size=2"))
        'image/png'
    """
    if part.media_type is not None:
        return part.media_type
    ending = (part.url or "").partition("?")[0].rpartition(".")[2].lower()
    found = _ENDINGS.get(ending)
    return found if kind_of(found) is type(part) else None
