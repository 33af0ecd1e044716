"""What the source of a database needs of each kind of database."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager
from typing import TYPE_CHECKING

from attrs import field, frozen

from ctxfn.errors import MissingExtra
from ctxfn.io.errors import SourceRefusal
from ctxfn.io.sources.sql.rows import Rows

if TYPE_CHECKING:
    from sqlalchemy import Connection

__all__ = ["Backend", "demand_sqlalchemy", "statement_of"]


@frozen
class Backend:
    """`connected` opens a connection that cannot write, for one call; `fetch` runs a statement.

    `tell` says in words what an error of the driver means.
    """

    kind: str
    connected: Callable[[], AbstractContextManager[Connection]]
    fetch: Callable[[Connection, str, int], Rows]
    tell: Callable[[BaseException], str]
    schema: str | None = None
    about: str = ""
    secrets: tuple[str, ...] = field(default=(), repr=False)


def demand_sqlalchemy() -> None:
    """Say so if sqlalchemy is missing.

    Raises:
        MissingExtra: it is.
    """
    try:
        import sqlalchemy  # noqa: F401
    except ImportError:
        raise MissingExtra("sqlalchemy", "sql") from None


def statement_of(sql: str) -> str:
    """Take the blanks and the semicolon off the end of *sql*.

    Raises:
        SourceRefusal: nothing is left, or it holds what no statement does.
    """
    bare = sql.strip().rstrip(";").rstrip()
    if not bare or "\0" in bare:
        raise SourceRefusal("query: found no statement, expected one SELECT")
    return bare
