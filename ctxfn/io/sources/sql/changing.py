"""Change a database: one statement, made lasting as a whole, or not at all."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Final

from attrs import field, frozen

from ctxfn.io.errors import SourceRefusal
from ctxfn.io.sources.answers import Answer
from ctxfn.io.sources.limits import Limits
from ctxfn.io.sources.sql.rows import Rows, written

__all__ = ["Changed", "Writer", "looks_like_change", "refuse_many", "told_change"]

_CHANGE: Final = re.compile(
    r"\s*(insert|update|delete|merge|replace|create|with|alter|drop|truncate)\s", re.IGNORECASE
)


@frozen
class Changed:
    """How many rows a statement changed, if it tells, and the rows that it brought."""

    count: int | None
    rows: Rows | None = None


@frozen
class Writer:
    """`run` does one statement on a connection of its own, and makes it last.

    `tell` says in words what an error of the driver means.
    """

    run: Callable[[str], Changed]
    tell: Callable[[BaseException], str]
    secrets: tuple[str, ...] = field(default=(), repr=False)


def looks_like_change(instruction: str) -> bool:
    """Whether an instruction is a statement rather than words."""
    return _CHANGE.match(instruction) is not None


def refuse_many(count: int, limits: Limits) -> None:
    """Refuse to change more rows than are allowed; whoever calls takes all of them back.

    Raises:
        SourceRefusal: they are more.
    """
    if count > limits.changed_rows:
        raise SourceRefusal(
            f"statement: it would change {count:,} rows, and {limits.changed_rows:,} at most are "
            "allowed; nothing was changed"
        )


def told_change(changed: Changed, most: int) -> Answer:
    """Say what was changed, and write the rows that came with it."""
    count = "done" if changed.count is None else f"{changed.count:,} rows changed"
    if changed.rows is None or not changed.rows.columns:
        return Answer(text=count)
    rows = written(changed.rows, most)
    return Answer(text=rows.text, remarks=(count, *rows.remarks))
