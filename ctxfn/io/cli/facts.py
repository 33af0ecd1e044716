"""Make facts of options: what a person says about a request on the command line."""

from __future__ import annotations

import re
from collections.abc import Iterable
from datetime import UTC, datetime
from pathlib import PurePath
from typing import Final, Literal
from zoneinfo import ZoneInfo

from ctxfn.facts import Clock, Knowledge, KnowledgeFile, Todo, TodoList, Variables
from ctxfn.io.cli.reading import read_file
from ctxfn.io.errors import InvalidArgument

__all__ = ["clock_of", "knowledge_of", "roles_of", "todos_of", "variables_of"]

_BOXES: Final[tuple[tuple[str, Literal["todo", "processing", "completed"]], ...]] = (
    ("[x]", "completed"),
    ("[~]", "processing"),
    ("[ ]", "todo"),
)

#: A mark that means nothing to us; what is longer belongs to the words.
_OTHER_BOX: Final = re.compile(r"\[.\](\s|$)")


def clock_of(date: str | None, timezone: str | None) -> Clock | None:
    """Read a moment: ``now``, or as ISO 8601 writes it, in *timezone* if it names none itself.

    A time zone alone means now; neither, that the model is told no date.

    Raises:
        InvalidArgument: it is no moment, or there is no such zone.

    Examples:
        >>> clock_of("2026-03-01", "Asia/Tokyo").date
        '2026-03-01'
        >>> clock_of(None, None)
    """
    if date is None and timezone is None:
        return None
    zone = timezone or "UTC"
    known = _zone(zone)
    if date is None or date == "now":
        return Clock(datetime.now(UTC), zone)
    try:
        moment = datetime.fromisoformat(date)
    except ValueError:
        expected = "now, or a date as in 2026-03-01 or 2026-03-01T09:30"
        raise InvalidArgument("--date", repr(date), expected) from None
    return Clock(moment if moment.tzinfo else moment.replace(tzinfo=known), zone)


def _zone(name: str) -> ZoneInfo:
    try:
        return ZoneInfo(name)
    except (ValueError, OSError, KeyError):
        expected = "a time zone as in Asia/Tokyo"
        raise InvalidArgument("--timezone", repr(name), expected) from None


def todos_of(lines: Iterable[str]) -> TodoList | None:
    """Read todos: ``[x]`` before one that is done, ``[~]`` before one that is under way.

    Raises:
        InvalidArgument: another mark in brackets.

    Examples:
        >>> todos_of(["[x] read", "write"]).items
        (Todo(text='read', status='completed'), Todo(text='write', status='todo'))
    """
    items = tuple(map(_todo, lines))
    return TodoList(items) if items else None


def _todo(line: str) -> Todo:
    for box, status in _BOXES:
        if line.startswith(box):
            return Todo(line.removeprefix(box).strip(), status)
    if _OTHER_BOX.match(line):
        raise InvalidArgument("--todo", repr(line), "[x], [~] or [ ] before it, or no mark")
    return Todo(line)


def variables_of(pairs: Iterable[str]) -> Variables | None:
    """Read ``name=value`` pairs.

    Raises:
        InvalidArgument: a pair without a name or a sign of equality.

    Examples:
        >>> variables_of(["user=Ann", "sum=1+1=2"]).pairs
        (('user', 'Ann'), ('sum', '1+1=2'))
    """
    read: list[tuple[str, str]] = []
    for pair in pairs:
        name, equals, value = pair.partition("=")
        if not (name.strip() and equals):
            raise InvalidArgument("--var", repr(pair), "name=value")
        read.append((name.strip(), value))
    return Variables(tuple(read)) if read else None


def roles_of(names: Iterable[str]) -> tuple[Literal["user", "assistant", "tool"], ...]:
    """Read the roles in whose words placeholders are filled.

    Raises:
        InvalidArgument: another role, or none.
    """
    roles: list[Literal["user", "assistant", "tool"]] = []
    for name in names:
        match name:
            case "user" | "assistant" | "tool":
                roles.append(name)
            case _:
                raise InvalidArgument("--fill", repr(name), "user, assistant or tool")
    return tuple(roles)


def knowledge_of(paths: Iterable[str]) -> Knowledge | None:
    """Read files whose text the model is to know.

    Raises:
        UnreadableInput: one cannot be read, or is no text.
    """
    files = tuple(KnowledgeFile(path, PurePath(path).name, read_file(path)) for path in paths)
    return Knowledge(files) if files else None
