"""Content and attachment lists of a row, read into parts."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from typing import Final

from ctxfn.messages import Audio, File, Image, Media, Opaque, Part, Refusal, Text, Video, own
from ctxfn.wire.uichat.keys import ATTACHED, CODEC
from ctxfn.wire.uichat.reading import Reading, Row, compact, kept, named, text, whole

__all__ = ["attached_parts", "content_parts", "stored_parts"]


def content_parts(content: object, reading: Reading) -> tuple[Part, ...]:
    """Read the content of a row: a text, a list of parts, or (dirty) any other value.

    Contract:
        Empty text and nothing are no parts. An object or a number is read as its JSON
        text, so that its words reach a model. A part nobody can read stays `Opaque`.
    """
    if isinstance(content, str):
        return (Text(content),) if content else ()
    if content is None:
        return ()
    if not isinstance(content, list):
        return (Text(compact(content)),)
    parts: list[Part] = []
    for place, entry in enumerate(content):
        if entry is None:
            reading.report(f"content[{place}]", entry, "a part")
        elif isinstance(entry, dict):
            parts.append(_part(entry, place, reading))
        else:
            parts.append(Text(entry if isinstance(entry, str) else compact(entry)))
    return tuple(parts)


def stored_parts(content: object, reading: Reading) -> tuple[Part, ...] | None:
    """Read content that is a JSON text of parts; ``None`` if it is none.

    Contract:
        Only a list that holds nothing but objects, and at least one, counts; the first has a
        type. Any other text is what was said.
    """
    if not isinstance(content, str) or not content.lstrip().startswith("["):
        return None
    try:
        parsed = json.loads(content)
    except (ValueError, RecursionError):
        return None
    if not parsed or not all(isinstance(entry, dict) for entry in parsed):
        return None
    if not parsed[0].get("type"):
        return None
    return content_parts(parsed, reading)


def attached_parts(row: Row, rest: Row, reading: Reading) -> tuple[Media, ...]:
    """Read the four attachment lists: images, videos, sounds, files."""
    found: list[Media] = []
    for key in ATTACHED:
        value = row.get(key)
        if isinstance(value, list):
            for place, entry in enumerate(value):
                made = _attachment(key, entry, reading)
                if made is None:
                    reading.report(f"{key}[{place}]", entry, "an attachment")
                else:
                    found.append(made)
        elif value is not None:
            named(key, value, rest, reading, "a list")
    return tuple(found)


def _attachment(key: str, entry: object, reading: Reading) -> Media | None:
    if isinstance(entry, str) and entry:
        return ATTACHED[key](url=entry, attached=True)
    if not isinstance(entry, dict):
        return None
    return _file(entry, reading) if key == "fileList" else _medium(key, entry, reading)


def _file(entry: Row, reading: Reading) -> File:
    known = ("id", "name", "fileType", "size", "url", "content")
    rest = {key: value for key, value in entry.items() if key not in known}
    return File(
        url=text(entry, "url", rest, reading),
        media_type=text(entry, "fileType", rest, reading),
        id=text(entry, "id", rest, reading),
        name=text(entry, "name", rest, reading),
        size=whole(entry, "size", rest, reading),
        text=text(entry, "content", rest, reading),
        attached=True,
        extras=kept(rest),
    )


def _medium(key: str, entry: Row, reading: Reading) -> Media:
    titled = "name" if entry.get("alt") is None and isinstance(entry.get("name"), str) else "alt"
    sized = key == "videoList"
    known = ("id", "url", "alt", titled, "size") if sized else ("id", "url", "alt", titled)
    rest = {key: value for key, value in entry.items() if key not in known}
    url = text(entry, "url", rest, reading)
    own_id = text(entry, "id", rest, reading)
    name = text(entry, titled, rest, reading)
    if sized:
        size = whole(entry, "size", rest, reading)
        return Video(url, id=own_id, name=name, size=size, attached=True, extras=kept(rest))
    kind = Image if key == "imageList" else Audio
    return kind(url=url, id=own_id, name=name, attached=True, extras=kept(rest))


def _part(part: Row, place: int, reading: Reading) -> Part:
    kind = part.get("type")
    read = _READERS.get(kind) if isinstance(kind, str) else None
    made = read(part) if read else None
    if made is None:
        if read:
            reading.report(f"content[{place}]", part, f"a part of type {kind}")
        return Opaque(CODEC, own(part))
    return made


def _rest(part: Row, key: str, *known: str) -> Row:
    """What stands beside *key*, and inside it besides *known*."""
    rest = {name: value for name, value in part.items() if name not in ("type", key)}
    inner = part.get(key)
    if isinstance(inner, dict):
        left = {name: value for name, value in inner.items() if name not in known}
        if left:
            rest[key] = left
    return rest


def _signature(rest: Row) -> str | None:
    signed = rest.get("thoughtSignature")
    if not isinstance(signed, str):
        return None
    del rest["thoughtSignature"]
    return signed


def _text(part: Row) -> Text | None:
    said = part.get("text")
    if not isinstance(said, str):
        return None
    if len(part) == 2:
        return Text(said)
    rest = _rest(part, "text")
    return Text(said, _signature(rest), kept(rest))


def _address(part: Row, key: str) -> str | None:
    inner = part.get(key)
    url = inner.get("url") if isinstance(inner, dict) else inner
    return url if isinstance(url, str) else None


def _image(part: Row) -> Image | None:
    key = "image" if part.get("type") == "image" else "image_url"
    url = _address(part, key)
    if url is None:
        return None
    inner = part.get(key)
    detail = inner.get("detail") if isinstance(inner, dict) else None
    if detail is not None and not isinstance(detail, str):
        return None
    rest = _rest(part, key, "url", "detail")
    if key in rest and key == "image":
        rest["image_url"] = rest.pop(key)
    return Image(url, detail=detail, signature=_signature(rest), extras=kept(rest))


def _video(part: Row) -> Video | None:
    url = _address(part, "video_url")
    return None if url is None else Video(url, extras=kept(_rest(part, "video_url", "url")))


def _audio(part: Row) -> Audio | None:
    url = _address(part, "audio_url")
    return None if url is None else Audio(url, extras=kept(_rest(part, "audio_url", "url")))


def _sound(part: Row) -> Audio | None:
    inner = part.get("input_audio")
    if not isinstance(inner, dict):
        return None
    data, coding = inner.get("data"), inner.get("format")
    if not isinstance(data, str) or not isinstance(coding, str):
        return None
    rest = _rest(part, "input_audio", "data", "format")
    return Audio(data=data, media_type=f"audio/{coding}", extras=kept(rest))


def _document(part: Row) -> File | None:
    inner = part.get("file")
    if not isinstance(inner, dict):
        return None
    known = [inner.get(key) for key in ("file_id", "file_data", "filename")]
    if not all(value is None or isinstance(value, str) for value in known):
        return None
    upload, data, name = (value if isinstance(value, str) else None for value in known)
    rest = _rest(part, "file", "file_id", "file_data", "filename")
    return File(file_id=upload, data=data, name=name, extras=kept(rest))


def _refusal(part: Row) -> Refusal | None:
    said = part.get("refusal")
    return Refusal(said, kept(_rest(part, "refusal"))) if isinstance(said, str) else None


_READERS: Final[Mapping[str, Callable[[Row], Part | None]]] = {
    "text": _text,
    "image_url": _image,
    "image": _image,
    "video_url": _video,
    "audio_url": _audio,
    "input_audio": _sound,
    "file": _document,
    "refusal": _refusal,
}
