"""Dimensions: how large an image is, read from the first bytes of its file."""

from __future__ import annotations

import base64
import binascii
import re
from typing import Final

from attrs import frozen

from ctxfn.arguments import blames_arguments
from ctxfn.errors import check_argument

__all__ = ["Size", "image_size", "image_size_of_uri"]


@frozen
class Size:
    """Width and height of an image, in pixels.

    Raises:
        InvalidArgument: one of them is no whole number.
    """

    width: int
    height: int

    def __attrs_post_init__(self) -> None:
        for name, side in (("width", self.width), ("height", self.height)):
            check_argument(f"Size, {name}", side, int, "a whole number of pixels")


_PNG: Final = b"\x89PNG\r\n\x1a\n"
_GIF: Final = (b"GIF87a", b"GIF89a")

#: Base64 characters enough for every header but a JPEG's, which follows its
#: thumbnails and profiles. A multiple of four, so that it decodes.
_HEAD: Final = 4_096

_BASE64_URI: Final = re.compile(r"data:[^,;]*(?:;[^,;]*)*;base64,", re.IGNORECASE)

#: Markers that start a JPEG frame: all of C0 to CF but the tables C4, C8 and CC.
_FRAMES: Final = frozenset(range(0xC0, 0xD0)) - {0xC4, 0xC8, 0xCC}

#: Markers without a length after them.
_ALONE: Final = frozenset({0x01, *range(0xD0, 0xD9)})


@blames_arguments
def image_size(data: bytes, /) -> Size | None:
    """Return the size that a PNG, JPEG, GIF or WebP file states, or None.

    Contract:
        Reads headers only and believes them; decodes nothing. None for any other
        format, for a file cut off before its size, and for a side of zero.
        A JPEG's orientation is not applied: no formula here minds which side is
        the longer.

    Complexity: O(1); for a JPEG, O(segments before the frame).

    Source: PNG (W3C), section 11.2.2; JFIF (ITU T.81), B.2.2; GIF89a, section 18;
    WebP (RFC 9649), section 2.

    Examples:
        >>> image_size(b"GIF89a" + (640).to_bytes(2, "little") + (480).to_bytes(2, "little"))
        Size(width=640, height=480)
        >>> image_size(b"not an image") is None
        True
    """
    if data.startswith(_PNG):
        found = _png(data)
    elif data.startswith(b"\xff\xd8"):
        found = _jpeg(data)
    elif data.startswith(_GIF):
        found = _little(data, 6, 2), _little(data, 8, 2)
    elif data[:4] == b"RIFF" and data[8:12] == b"WEBP":
        found = _webp(data)
    else:
        return None
    return Size(*found) if all(found) else None


@blames_arguments
def image_size_of_uri(uri: str, /) -> Size | None:
    """Return the size of the image in a base64 ``data:`` URI, or None.

    Contract:
        As `image_size`. None for any other address, and for text that is not
        base64. White space in the data is ignored.

    Complexity: O(1), only the head is decoded; for a JPEG with a long preamble
    O(characters).

    Source: RFC 2397.

    Examples:
        >>> image_size_of_uri("data:image/gif;base64,R0lGODlhgALgAQ==")
        Size(width=640, height=480)
        >>> image_size_of_uri("https://example.org/cat.png") is None
        True
    """
    prefix = _BASE64_URI.match(uri)
    if prefix is None:
        return None
    head = _decoded(uri[prefix.end() : prefix.end() + _HEAD])
    found = image_size(head)
    if found is None and head.startswith(b"\xff\xd8"):
        return image_size(_decoded(uri[prefix.end() :]))
    return found


def _decoded(text: str) -> bytes:
    """Decode what is whole of *text*, in either alphabet of base64."""
    packed = "".join(text.split()).rstrip("=").replace("-", "+").replace("_", "/")
    try:
        return base64.b64decode(packed[: len(packed) // 4 * 4] + _rest(packed), validate=True)
    except (binascii.Error, ValueError):
        return b""


def _rest(packed: str) -> str:
    """Pad the last incomplete four; a single character of it says nothing."""
    over = len(packed) % 4
    return packed[-over:] + "=" * (4 - over) if over > 1 else ""


def _big(data: bytes, start: int, length: int) -> int:
    part = data[start : start + length]
    return int.from_bytes(part, "big") if len(part) == length else 0


def _little(data: bytes, start: int, length: int) -> int:
    part = data[start : start + length]
    return int.from_bytes(part, "little") if len(part) == length else 0


def _png(data: bytes) -> tuple[int, int]:
    # Apple's variant puts a chunk of its own before the header chunk.
    start = data.find(b"IHDR", 8, 64)
    return (_big(data, start + 4, 4), _big(data, start + 8, 4)) if start > 0 else (0, 0)


def _jpeg(data: bytes) -> tuple[int, int]:
    at = 2
    while at + 4 <= len(data):
        if data[at] != 0xFF:
            return 0, 0
        marker = data[at + 1]
        if marker == 0xFF:  # a filling byte
            at += 1
        elif marker in _ALONE:
            at += 2
        elif marker in _FRAMES:
            return _big(data, at + 7, 2), _big(data, at + 5, 2)
        else:
            at += 2 + max(_big(data, at + 2, 2), 2)
    return 0, 0


def _webp(data: bytes) -> tuple[int, int]:
    match data[12:16]:
        case b"VP8X":
            return (
                (_little(data, 24, 3) + 1, _little(data, 27, 3) + 1) if len(data) > 29 else (0, 0)
            )
        case b"VP8L":
            packed = _little(data, 21, 4)
            return ((packed & 0x3FFF) + 1, (packed >> 14 & 0x3FFF) + 1) if packed else (0, 0)
        case b"VP8 ":
            return _little(data, 26, 2) & 0x3FFF, _little(data, 28, 2) & 0x3FFF
        case _:
            return 0, 0
