"""Show the place of a finding as compilers do: a line of the message, and what is under it."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Final, NamedTuple

from ctxfn.io.cli.terminal import plain
from ctxfn.io.cli.written_path import message_at, written_path
from ctxfn.lint import Finding, Path, secrets_in

__all__ = ["Excerpt", "excerpt_of"]

#: Columns that a line of an excerpt takes.
_WIDTH: Final = 88

#: Longer texts are cut before anything is searched in them: it is an excerpt.
_LONGEST: Final = 400

_ELLIPSIS: Final = "…"

#: Signs that take no column, or two, would move the caret: they are shown as one that takes one.
_ODD: Final = re.compile(r"[^\x20-\x7e\u00a1-\u02ff\u0370-\u03ff\u0400-\u052f…�]")


class Excerpt(NamedTuple):
    """A line, and the carets under the place it is about."""

    line: str
    carets: str


def excerpt_of(value: object, finding: Finding) -> Excerpt | None:
    """Return the excerpt of a list or body that *finding* is about; none of a whole request.

    Contract:
        One line of JSON, cut at both ends to fit; the carets stand under the value that the
        path leads to. Of keys of services no more than four characters are shown.
    """
    message = message_at(value, finding.index)
    if message is None:
        return None
    line, start, end = _written(message, written_path(message, finding.path))
    for secret in sorted(secrets_in(line), key=lambda one: one.start, reverse=True):
        line, start, end = _hidden(
            line, start, end, secret.start + len(secret.shown), secret.start + secret.length
        )
    line = _ODD.sub("·", plain(line))
    return _window(line, start, max(end, start + 1))


def _hidden(line: str, start: int, end: int, begin: int, behind: int) -> tuple[str, int, int]:
    """Leave out what stands from *begin* to *behind*, and move the borders along."""

    def moved(place: int) -> int:
        return place if place <= begin else max(begin + 1, place - (behind - begin - 1))

    return line[:begin] + _ELLIPSIS + line[behind:], moved(start), moved(end)


def _window(line: str, start: int, end: int) -> Excerpt:
    end = min(end, len(line))
    if len(line) <= _WIDTH:
        return Excerpt(line, " " * start + "^" * max(end - start, 1))
    first = max(0, min(start - _WIDTH // 3, len(line) - _WIDTH))
    last = first + _WIDTH
    head, tail = _ELLIPSIS if first else "", _ELLIPSIS if last < len(line) else ""
    shown = head + line[first + len(head) : last - len(tail)] + tail
    carets = min(end, last) - start
    return Excerpt(shown, " " * (start - first) + "^" * max(carets, 1))


def _written(value: object, path: Path) -> tuple[str, int, int]:
    """Write *value* on one line, and say from where to where stands what *path* leads to."""
    pieces: list[str] = []
    span = [0, 0]
    for text, opens, closes in _pieces(value, path, True):
        if opens:
            span[0] = sum(map(len, pieces))
        pieces.append(text)
        if closes:
            span[1] = sum(map(len, pieces))
    return "".join(pieces), span[0], span[1]


def _pieces(value: object, path: Path, on_path: bool) -> Iterator[tuple[str, bool, bool]]:
    """Yield the text of *value* in pieces, and which of them begin and end the place."""
    meant = on_path and not path
    if not isinstance(value, dict | list) or meant:
        yield _text(value), meant, meant
        return
    items = value.items() if isinstance(value, dict) else enumerate(value)
    yield ("{" if isinstance(value, dict) else "["), False, False
    for number, (key, one) in enumerate(items):
        name = f"{json.dumps(key, ensure_ascii=False)}: " if isinstance(value, dict) else ""
        yield (", " if number else "") + name, False, False
        yield from _pieces(one, path[1:], on_path and bool(path) and key == path[0])
    yield ("}" if isinstance(value, dict) else "]"), False, False


def _text(value: object) -> str:
    text = json.dumps(value, ensure_ascii=False)
    if len(text) <= _LONGEST:
        return text
    return f"{text[:_LONGEST]}{_ELLIPSIS}"
