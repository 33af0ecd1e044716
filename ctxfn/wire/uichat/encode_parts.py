"""Parts of a message, written as content and attachment lists."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple, assert_never

from ctxfn.messages import (
    Audio,
    Extras,
    File,
    Image,
    Media,
    Opaque,
    Part,
    Refusal,
    Text,
    Video,
    extra,
)
from ctxfn.wire.file_bytes import file_as_uri
from ctxfn.wire.uichat.keys import ATTACHED, CODEC
from ctxfn.wire.uichat.reading import Row, compact

__all__ = ["Content", "written_attachments", "written_content"]

_LIST_OF: Final = {kind: key for key, kind in ATTACHED.items()}


class Content(NamedTuple):
    """What goes under `content`; *stored*: it is JSON text, and `metadata` must say so."""

    value: object
    stored: bool


def written_content(parts: Sequence[Part], *, storable: bool) -> Content:
    """Write the parts that are no attachments: one plain text as such, none as empty text.

    *storable*: a model's own mix of texts and pictures may be kept as JSON text, the way
    its store does it; other mixes become a list of parts.
    """
    said = [part for part in parts if not (isinstance(part, _MEDIA) and part.attached)]
    if not said:
        return Content("", False)
    only = said[0]
    if len(said) == 1 and isinstance(only, Text) and only == Text(only.text) and only.text:
        return Content(only.text, False)
    if storable and all(_is_storable(part) for part in said):
        return Content(compact([_stored(part) for part in said]), True)
    return Content([one for part in said if (one := _part(part)) is not None], False)


_MEDIA: Final = (Image, Video, Audio, File)


def _is_storable(part: Part) -> bool:
    if isinstance(part, Text):
        return part == Text(part.text, part.signature)
    return isinstance(part, Image) and part == Image(part.url, signature=part.signature)


def _stored(part: Part) -> Row:
    if isinstance(part, Image):
        written: Row = {"type": "image", "image": part.url}
    else:
        written = {"type": "text", "text": part.text if isinstance(part, Text) else ""}
    signature = part.signature if isinstance(part, Text | Image) else None
    return written if signature is None else {**written, "thoughtSignature": signature}


def _part(part: Part) -> object:
    match part:
        case Text():
            return _signed({"type": "text", "text": part.text}, part, _rest(part.extras))
        case Image():
            rest = _rest(part.extras)
            return _signed(_inner("image_url", {"url": _url(part)}, part, rest), part, rest)
        case Video():
            rest = _rest(part.extras)
            return {**_inner("video_url", {"url": _url(part)}, part, rest), **rest}
        case Audio():
            return _sound(part)
        case File():
            rest = _rest(part.extras)
            sent = file_as_uri(part)
            known = {"file_id": part.file_id, "file_data": sent.data, "filename": part.name}
            inner: Row = {key: value for key, value in known.items() if value is not None}
            return {**_inner("file", inner, part, rest), **rest}
        case Refusal():
            return {"type": "refusal", "refusal": part.text, **_rest(part.extras)}
        case Opaque():
            return part.value.thaw() if part.codec == CODEC else None
        case _:
            assert_never(part)


def _rest(extras: Extras) -> Row:
    return extra(extras, CODEC)


def _inner(key: str, inner: Row, part: Media, rest: Row) -> Row:
    """An object of *key* with what it held besides; *rest* keeps what stands beside it."""
    if isinstance(part, Image) and part.detail is not None:
        inner["detail"] = part.detail
    left = rest.get(key)
    if isinstance(left, dict):
        del rest[key]
        inner |= left
    return {"type": key, key: inner}


def _signed(written: Row, part: Text | Image, rest: Row) -> Row:
    if part.signature is not None:
        written["thoughtSignature"] = part.signature
    return {**written, **rest}


def _url(part: Image | Video | Audio) -> str:
    """The address; bytes become one, which reads back as an address."""
    if part.url is None and part.data is not None:
        return f"data:{part.media_type or 'application/octet-stream'};base64,{part.data}"
    return part.url or ""


def _sound(part: Audio) -> Row:
    rest = _rest(part.extras)
    media_type = part.media_type or ""
    if part.url is None and part.data is not None and media_type.startswith("audio/"):
        inner: Row = {"data": part.data, "format": media_type.removeprefix("audio/")}
        return {**_inner("input_audio", inner, part, rest), **rest}
    return {**_inner("audio_url", {"url": _url(part)}, part, rest), **rest}


def written_attachments(parts: Sequence[Part]) -> Row:
    """Write the attachments among *parts* as the lists a row has for them."""
    lists: dict[str, list[Row]] = {}
    for part in parts:
        if isinstance(part, _MEDIA) and part.attached:
            lists.setdefault(_LIST_OF[type(part)], []).append(_attachment(part))
    return {key: lists[key] for key in ATTACHED if key in lists}


def _attachment(part: Media) -> Row:
    if isinstance(part, File):
        known = {
            "id": part.id,
            "name": part.name,
            "fileType": part.media_type,
            "size": part.size,
            "url": part.url,
            "content": part.text,
        }
    else:
        url = part.url if part.data is None else _url(part)
        size = part.size if isinstance(part, Video) else None
        known = {"id": part.id, "url": url, "alt": part.name, "size": size}
    written = {key: value for key, value in known.items() if value is not None}
    return {**written, **_rest(part.extras)}
