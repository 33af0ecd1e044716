"""What a message is made of: text, media, refusals, and what only one codec knows."""

from __future__ import annotations

from typing import TypeAlias

from attrs import frozen

from ctxfn.messages.brief import briefly
from ctxfn.messages.verbatim import Extras, Verbatim

__all__ = ["Audio", "File", "Image", "Media", "Opaque", "Part", "Refusal", "Text", "Video"]


@briefly
@frozen
class Text:
    """Words. `signature` is a provider's proof of origin that must travel with them."""

    text: str
    signature: str | None = None
    extras: Extras = ()


@briefly
@frozen
class Image:
    """A picture, by address (a data URI too), by bytes in base64, or by the id of an upload.

    `attached`: it came from a row's list of attachments, not from its content.
    """

    url: str | None = None
    data: str | None = None
    file_id: str | None = None
    media_type: str | None = None
    detail: str | None = None
    id: str | None = None
    name: str | None = None
    attached: bool = False
    signature: str | None = None
    extras: Extras = ()


@briefly
@frozen
class Video:
    """A film; the fields are those of `Image`."""

    url: str | None = None
    data: str | None = None
    file_id: str | None = None
    media_type: str | None = None
    id: str | None = None
    name: str | None = None
    size: int | None = None
    attached: bool = False
    extras: Extras = ()


@briefly
@frozen
class Audio:
    """A sound; `media_type` is ``audio/wav`` and the like."""

    url: str | None = None
    data: str | None = None
    file_id: str | None = None
    media_type: str | None = None
    id: str | None = None
    name: str | None = None
    attached: bool = False
    extras: Extras = ()


@briefly
@frozen
class File:
    """A document. `text` is what was read out of it, if somebody did; `size` in bytes."""

    url: str | None = None
    data: str | None = None
    file_id: str | None = None
    media_type: str | None = None
    id: str | None = None
    name: str | None = None
    size: int | None = None
    text: str | None = None
    attached: bool = False
    extras: Extras = ()


@briefly
@frozen
class Refusal:
    """The model's own words for declining."""

    text: str
    extras: Extras = ()


@briefly
@frozen
class Opaque:
    """A part that only *codec* understands, kept verbatim."""

    codec: str
    value: Verbatim


Media: TypeAlias = Image | Video | Audio | File
Part: TypeAlias = Text | Image | Video | Audio | File | Refusal | Opaque
