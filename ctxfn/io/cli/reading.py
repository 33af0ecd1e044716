"""Read conversations from files and standard input, one at a time."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterable, Iterator
from itertools import chain
from pathlib import Path
from typing import BinaryIO, Final, Literal, TypeAlias

from attrs import frozen

from ctxfn.io.errors import UnreadableInput
from ctxfn.messages import InvalidJson, JsonPath, Parsed, TooDeep, parse_json, path_text

__all__ = ["Item", "Layout", "messages_in", "read_file", "read_items", "read_line", "read_value"]

#: A file that is one value; one value a line; one conversation, a message a line.
Layout: TypeAlias = Literal["document", "line", "rows"]

#: What JSON calls what is neither a list nor an object.
_KINDS: Final = {bool: "true or false", int: "a number", float: "a number", str: "a text"}

_BODY_KEYS: Final = ("messages", "contents", "input", "request")


@frozen
class Item:
    """A list of messages or a body, where it stood, and how many bytes it was there.

    `repeated`: the keys that an object of it had twice; JSON's readers take the last value.
    `around`: the object that held the body under ``request``, if one did.
    """

    source: str
    line: int | None
    layout: Layout
    value: object
    size: int
    repeated: tuple[JsonPath, ...] = ()
    around: object = None

    @property
    def told(self) -> dict[str, object]:
        """The place as JSON, and which keys stood twice in an object, if any did."""
        place: dict[str, object] = {"source": self.source, "line": self.line}
        if self.repeated:
            place["repeated_keys"] = [path_text(path) for path in self.repeated]
        return place

    @property
    def place(self) -> str:
        """The place as compilers write it: ``file.jsonl:12``."""
        return self.source if self.line is None else f"{self.source}:{self.line}"


def read_items(
    names: Iterable[str],
    *,
    unless: Callable[[str, UnreadableInput], bool] = lambda _name, _wrong: False,
) -> Iterator[Item]:
    """Read each of *names* in turn; ``-`` is standard input.

    A ``.json`` file holds one list or body. Of anything else, whatever its name, several lines
    that are JSON each are read line by line: one conversation, if they are messages; else a
    list, a body or ``{"request": body}`` each. Such a file is never in memory as a whole,
    unless it is one conversation. *unless* is asked about a file that cannot be read: true, and
    reading goes on with the next.

    Raises:
        UnreadableInput: no such file, no JSON (with line and column), or no conversation.
    """
    for name in names:
        if name == "-":
            # Closed streams are no streams to Python, whatever their type says.
            stream = getattr(sys.stdin, "buffer", None)
            if stream is None:
                raise UnreadableInput("<stdin>", None, None, "it is closed")
            yield from _read_whole("<stdin>", stream, whole=False)
            continue
        try:
            with _opened(name) as stream:
                yield from _read_whole(name, stream, whole=name.lower().endswith(".json"))
        except UnreadableInput as wrong:
            if not unless(name, wrong):
                raise


def read_line(source: str, number: int, line: bytes) -> Item:
    """Read a line that is a list, a body or ``{"request": body}``.

    Raises:
        UnreadableInput: it is none.
    """
    return _line(source, number, line, _parsed(source, number, line))


def read_file(name: str) -> str:
    """Read a text file.

    Raises:
        UnreadableInput: it cannot be read, or is not UTF-8.
    """
    try:
        return Path(name).read_text(encoding="utf-8-sig")
    except UnicodeDecodeError as wrong:
        raise UnreadableInput(name, None, None, f"no UTF-8 at byte {wrong.start}") from wrong
    except (OSError, ValueError) as wrong:
        raise UnreadableInput(name, None, None, _said(wrong)) from wrong


def read_value(name: str) -> object:
    """Read a file that is one JSON value.

    Raises:
        UnreadableInput: it cannot be read, or is no JSON.
    """
    try:
        value, repeated = _parsed(name, None, Path(name).read_bytes())
    except (OSError, ValueError) as wrong:
        raise UnreadableInput(name, None, None, _said(wrong)) from wrong
    for path in repeated:
        reason = f"found the key {path_text(path)} twice, expected it once"
        raise UnreadableInput(name, None, None, reason)
    return value


def messages_in(value: object) -> int:
    """Count the messages of a list or a body, whatever its format calls them."""
    if isinstance(value, dict):
        value = next((value[key] for key in _BODY_KEYS if key in value), ())
    return len(value) if isinstance(value, list) else 0


def _opened(name: str) -> BinaryIO:
    try:
        return Path(name).open("rb")
    except (OSError, ValueError) as wrong:
        raise UnreadableInput(name, None, None, _said(wrong)) from wrong


def _read_whole(source: str, stream: BinaryIO, *, whole: bool) -> Iterator[Item]:
    try:
        yield from _read(source, stream, whole=whole)
    except OSError as wrong:
        raise UnreadableInput(source, None, None, _said(wrong)) from wrong


def _read(source: str, stream: BinaryIO, *, whole: bool) -> Iterator[Item]:
    lines = ((number, line) for number, line in enumerate(stream, 1) if line.strip())
    if whole or source.lower().endswith((".jsonl", ".ndjson")):
        first = next(lines, None)
        if first is None:
            raise UnreadableInput(source, None, None, "found nothing, expected JSON")
        if not whole:
            yield from _by_line(source, chain([first], lines))
            return
        data = b"\n" * (first[0] - 1) + first[1] + stream.read()
        yield _document(source, data)
        return
    yield from _either(source, stream)


def _either(source: str, stream: BinaryIO) -> Iterator[Item]:
    """Read lines if the first is JSON by itself and others follow, else one document."""
    lines = ((number, line) for number, line in enumerate(stream, 1) if line.strip())
    first, second = next(lines, None), next(lines, None)
    if first is None:
        raise UnreadableInput(source, None, None, "found nothing, expected JSON")
    if second is not None and _is_json(first[1]):
        yield from _by_line(source, chain([first, second], lines))
        return
    data = b"\n" * (first[0] - 1) + first[1]
    if second is not None:
        data += b"\n" * (second[0] - first[0] - 1) + second[1] + stream.read()
    yield _document(source, data)


def _document(source: str, data: bytes) -> Item:
    read = _parsed(source, None, data)
    if _is_row(read.value):
        return Item(source, None, "rows", [read.value], len(data), _within(0, read))
    value, repeated = _checked(source, None, read)
    around = None if value is read.value else read.value
    return Item(source, None, "document", value, len(data), repeated, around)


def _by_line(source: str, lines: Iterator[tuple[int, bytes]]) -> Iterator[Item]:
    number, line = next(lines)
    read = _parsed(source, number, line)
    if _is_row(read.value):
        yield _rows(source, read, len(line), lines)
        return
    for place, text in chain([(number, line)], lines):
        yield _line(source, place, text, _parsed(source, place, text))


def _line(source: str, number: int, line: bytes, read: Parsed) -> Item:
    value, repeated = _checked(source, number, read)
    around = None if value is read.value else read.value
    return Item(source, number, "line", value, len(line), repeated, around)


def _rows(source: str, first: Parsed, size: int, lines: Iterator[tuple[int, bytes]]) -> Item:
    """Read lines that are a message each."""
    rows, repeated = [first.value], list(_within(0, first))
    for number, line in lines:
        read = _parsed(source, number, line)
        if _is_body(read.value) or not isinstance(read.value, dict):
            reason = "found a conversation, expected a message, as in the lines before"
            raise UnreadableInput(source, number, None, reason)
        repeated += _within(len(rows), read)
        rows.append(read.value)
        size += len(line)
    return Item(source, None, "rows", rows, size, tuple(repeated))


def _within(index: int, row: Parsed) -> tuple[JsonPath, ...]:
    return tuple((index, *path) for path in row.repeated)


def _checked(source: str, line: int | None, read: Parsed) -> Parsed:
    """Take a body out of its request, and refuse what is neither a list nor a body."""
    value = read.value
    if isinstance(value, dict) and isinstance(value.get("request"), dict):
        said = {key: value[key] for key in ("ctxfn",) if key in value}
        value = {**value["request"], **said} if said else value["request"]
        read = Parsed(value, read.repeated)
    if isinstance(value, list) and value and all(map(_is_body, value)):
        found = f"a list of {len(value)} requests, expected one, or each on a line of its own"
        raise UnreadableInput(source, line, None, f"found {found} (JSON Lines)")
    if isinstance(value, list) or (isinstance(value, dict) and _is_body(value)):
        return read
    if isinstance(value, dict):
        found = f"an object with the keys {', '.join(map(str, value)) or 'none'}"
    else:
        found = _KINDS.get(type(value), "null")
    expected = "a list of messages, a request body, or an object with one under 'request'"
    reason = f"found {found}, expected {expected}"
    raise UnreadableInput(source, line, None, reason, foreign=True)


def _is_body(value: object) -> bool:
    return isinstance(value, dict) and any(key in value for key in _BODY_KEYS)


def _is_row(value: object) -> bool:
    return isinstance(value, dict) and "role" in value and not _is_body(value)


def _is_json(line: bytes) -> bool:
    try:
        parse_json(line)
    except (InvalidJson, TooDeep):
        return False
    return True


def _parsed(source: str, line: int | None, data: bytes) -> Parsed:
    try:
        return parse_json(data)
    except InvalidJson as wrong:
        cause = wrong.__cause__
        if isinstance(cause, json.JSONDecodeError):
            reason = f"no JSON here: {cause.msg}"
            raise UnreadableInput(source, line or cause.lineno, cause.colno, reason) from wrong
        raise UnreadableInput(source, line, None, str(wrong)) from wrong
    except TooDeep as wrong:
        raise UnreadableInput(source, line, None, str(wrong)) from wrong


def _said(wrong: OSError | ValueError) -> str:
    return (getattr(wrong, "strerror", None) or str(wrong)).lower()
