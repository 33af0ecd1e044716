"""Server-sent events, read from bytes that are cut anywhere."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final, NamedTuple

__all__ = ["EventReader", "ServerEvent"]

_LINE_END: Final = re.compile(rb"\r\n|\r|\n")


class ServerEvent(NamedTuple):
    """One event: its name, ``message`` if none was given, and its data."""

    name: str
    data: str


class EventReader:
    """Reads events from chunks of bytes.

    Contract:
        The same events wherever the bytes are cut, be it in the middle of a character. Lines end
        as the standard says, and nowhere else: a separator of lines inside a text is none. What is
        no field is left out, as comments are. An event that no blank line ends is given by
        `rest`; without that line the standard would drop it.

    Complexity: O(bytes).

    Source: WHATWG, the HTML standard, server-sent events.

    Examples:
        >>> reader = EventReader()
        >>> list(reader.feed(b": ping\\n\\ndata: a")), list(reader.feed(b"b\\r\\n\\r\\n"))
        ([], [ServerEvent(name='message', data='ab')])
    """

    def __init__(self) -> None:
        self._left: list[bytes] = []
        self._name = ""
        self._data: list[str] = []
        self._begun = False

    def feed(self, chunk: bytes, /) -> Iterator[ServerEvent]:
        """Yield the events that *chunk* completes."""
        # A line's end may be cut in two: a carriage return waits for what stands behind it.
        if b"\n" not in chunk and b"\r" not in chunk and not self._ends_with_return():
            self._left.append(chunk)
            return
        whole = b"".join((*self._left, chunk))
        kept = whole[:-1] if whole.endswith(b"\r") else whole
        *lines, rest = _LINE_END.split(kept)
        self._left = [rest + whole[len(kept) :]]
        for line in lines:
            yield from self._line(line)

    def rest(self) -> Iterator[ServerEvent]:
        """Yield what was begun and not ended."""
        whole = b"".join(self._left)
        self._left = []
        for line in _LINE_END.split(whole):
            yield from self._line(line)
        yield from self._line(b"")

    def _ends_with_return(self) -> bool:
        return bool(self._left) and self._left[-1].endswith(b"\r")

    def _line(self, raw: bytes) -> Iterator[ServerEvent]:
        if not self._begun:
            raw = raw.removeprefix(b"\xef\xbb\xbf")
            self._begun = True
        if not raw:
            if self._data:
                yield ServerEvent(self._name or "message", "\n".join(self._data))
            self._name, self._data = "", []
            return
        field, _, value = raw.decode("utf-8", "replace").partition(":")
        value = value.removeprefix(" ")
        if field == "data":
            self._data.append(value)
        elif field == "event":
            self._name = value
