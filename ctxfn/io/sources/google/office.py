"""Take the text out of files of word processors, spreadsheets and slides, which are packed XML."""

from __future__ import annotations

import io
import re
import zipfile
import zlib
from typing import Final
from xml.parsers import expat

from ctxfn.io.errors import SourceRefusal

__all__ = ["OFFICE", "office_text"]

_KIND: Final = "application/vnd.openxmlformats-officedocument."

#: Of each kind the parts that hold what people wrote.
OFFICE: Final = {
    f"{_KIND}wordprocessingml.document": re.compile(r"word/document\.xml"),
    f"{_KIND}spreadsheetml.sheet": re.compile(r"xl/(sharedStrings|worksheets/sheet\d+)\.xml"),
    f"{_KIND}presentationml.presentation": re.compile(r"ppt/slides/slide\d+\.xml"),
}
_NUMBERS: Final = re.compile(r"\d+")

#: What holds text, and what ends a line or a cell.
_SAID: Final = frozenset(("t", "v"))
_LINES: Final = frozenset(("p", "row", "br", "si"))
_CELLS: Final = frozenset(("tab", "c", "tc"))


def office_text(name: str, kind: str, data: bytes, most: int) -> str:
    """Read the text of *data*, a file of a *kind* in `OFFICE`; at most *most* bytes are unpacked.

    Raises:
        SourceRefusal: it is none, or unpacks to more.
    """
    pattern = OFFICE[kind]
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as packed:
            names = sorted(filter(pattern.fullmatch, packed.namelist()), key=_order)
            parts = []
            left = most
            for one in names:
                with packed.open(one) as part:
                    piece = part.read(left + 1)
                left -= len(piece)
                if left < 0:
                    raise SourceRefusal(f"{name}: it unpacks to more than {most:,} bytes")
                parts.append((one, piece))
        return _told(parts)
    except (zipfile.BadZipFile, zlib.error, OSError, ValueError, EOFError, RuntimeError,
            NotImplementedError, expat.ExpatError):  # fmt: skip
        raise SourceRefusal(f"{name}: it is not what its type says") from None


def _told(parts: list[tuple[str, bytes]]) -> str:
    shared: list[str] = []
    said = []
    for name, data in parts:
        if name.endswith("sharedStrings.xml"):
            shared = [one.strip() for one in _Reader((), "si").read(data).split("\x1e")]
        else:
            said.append(_Reader(tuple(shared), None).read(data).strip())
    return "\n\n".join(filter(None, said))


def _order(name: str) -> tuple[bool, int]:
    """Shared texts first, then by number: slide 10 is behind slide 9."""
    found = _NUMBERS.search(name)
    return "sharedStrings" not in name, int(found[0]) if found else 0


class _Reader:
    """Collects texts; entities that a file defines for itself are refused, they may grow without end."""

    def __init__(self, shared: tuple[str, ...], ends: str | None) -> None:
        self._shared = shared
        self._ends = ends
        self._said: list[str] = []
        self._held: list[str] | None = None
        self._points = False

    def read(self, data: bytes) -> str:
        """Read one part."""
        parser = expat.ParserCreate(namespace_separator=" ")
        parser.StartElementHandler = self._begin
        parser.EndElementHandler = self._end
        parser.CharacterDataHandler = self._text
        parser.EntityDeclHandler = _refuse
        parser.Parse(data, True)
        return "".join(self._said)

    def _begin(self, tag: str, given: dict[str, str]) -> None:
        plain = tag.rpartition(" ")[2]
        if plain in _SAID:
            self._held = []
        elif plain == "c":
            self._points = given.get("t") == "s"

    def _text(self, text: str) -> None:
        if self._held is not None:
            self._held.append(text)

    def _end(self, tag: str) -> None:
        plain = tag.rpartition(" ")[2]
        if plain in _SAID and self._held is not None:
            text = "".join(self._held)
            self._held = None
            self._said.append(self._shown(text) if plain == "v" else text)
        elif plain == self._ends:
            self._said.append("\x1e")
        elif plain in _LINES:
            self._said.append("\n")
        elif plain in _CELLS:
            self._said.append("\t")

    def _shown(self, text: str) -> str:
        """A cell may hold the number of a shared text."""
        if self._points and text.isdigit() and int(text) < len(self._shared):
            return self._shared[int(text)]
        return text


def _refuse(*_given: object) -> None:
    raise ValueError("an entity of its own")
