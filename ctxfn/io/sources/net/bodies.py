"""Read the body of an answer, packed or not, and never more of it than was allowed."""

from __future__ import annotations

import zlib
from collections.abc import AsyncIterator
from typing import Final

from attrs import frozen

from ctxfn.io.errors import SourceRefusal

__all__ = ["ACCEPTED", "Body", "read_body"]

#: What we say we can unpack. Each is unpacked piece by piece, so that a small body stays small.
ACCEPTED: Final = "gzip, deflate"

#: How zlib reads each.
_GZIP: Final = 16 + zlib.MAX_WBITS
_WINDOWS: Final = {"gzip": _GZIP, "x-gzip": _GZIP, "deflate": zlib.MAX_WBITS}
_BEGINS: Final = b"\x1f\x8b"


@frozen
class Body:
    """What came; `cut` if there was more."""

    data: bytes
    cut: bool = False


async def read_body(pieces: AsyncIterator[bytes], coding: str, most: int) -> Body:
    """Read *pieces* until there are *most* bytes, before unpacking or behind it.

    Raises:
        SourceRefusal: it is packed in a way nobody asked for, or not as it says.
    """
    unpack = _Unpacker(coding)
    taken = bytearray()
    came = 0
    async for piece in pieces:
        came += len(piece)
        taken += unpack(piece, most + 1 - len(taken))
        if len(taken) > most or came > most:
            return Body(bytes(taken[:most]), cut=True)
    if not unpack.whole:
        raise SourceRefusal("the answer was cut off")
    return Body(bytes(taken))


class _Unpacker:
    def __init__(self, coding: str) -> None:
        name = coding.strip().lower()
        if name not in ("", "identity", *_WINDOWS):
            raise SourceRefusal(f"the answer is packed as {name[:40]!r}, expected {ACCEPTED}")
        self._window = _WINDOWS.get(name, 0)
        self._zlib = zlib.decompressobj(self._window) if self._window else None
        self._begun = False

    def __call__(self, piece: bytes, most: int) -> bytes:
        if self._zlib is None:
            return piece[:most]
        self._begun = True
        taken = b""
        try:
            while True:
                taken += self._zlib.decompress(piece, most - len(taken))
                piece = self._zlib.unused_data
                # What is packed in several parts is one; what else stands behind it is nothing.
                if len(taken) >= most or self._window < _GZIP or not piece.startswith(_BEGINS):
                    return taken
                self._zlib = zlib.decompressobj(self._window)
        except zlib.error:
            raise SourceRefusal("the answer is not packed as it says") from None

    @property
    def whole(self) -> bool:
        return self._zlib is None or self._zlib.eof or not self._begun
