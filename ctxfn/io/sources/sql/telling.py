"""What a database says of its tables, and which rows have the words of a question in them."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Any, Final

from ctxfn.errors import shown
from ctxfn.io.errors import SourceRefusal
from ctxfn.io.sources.answers import Answer, Document
from ctxfn.io.sources.files.searching import terms_of
from ctxfn.io.sources.limits import Limits, Remaining
from ctxfn.io.sources.sql.backend import Backend
from ctxfn.io.sources.sql.rows import rows_of

if TYPE_CHECKING:
    from sqlalchemy import Connection

__all__ = ["described", "found_rows", "looks_like_sql", "tables"]

_SQL: Final = re.compile(
    r"\s*(select\s|values\s*\(|with\s.+\sas\s*(not\s+materialized\s*|materialized\s*)?\()",
    re.IGNORECASE | re.DOTALL,
)

#: Tables that a question looks into, columns of each, and rows that are taken of it.
_MOST_TABLES: Final = 50
_MOST_COLUMNS: Final = 20
_MOST_ROWS: Final = 50

#: Rows that a question without an agent brings.
_BEST: Final = 10

#: Characters of a cell in a snippet, and of a word that is looked for.
_SHOWN: Final = 200
_LONGEST_WORD: Final = 60


def looks_like_sql(question: str) -> bool:
    """Whether a question is a statement rather than words."""
    return _SQL.match(question) is not None


def tables(connection: Connection, backend: Backend) -> tuple[tuple[str, str], ...]:
    """List tables and views by name, each with ``table`` or ``view``."""
    from sqlalchemy import inspect

    look: Any = inspect(connection)
    found = [(name, "table") for name in look.get_table_names(schema=backend.schema)]
    found += [(name, "view") for name in look.get_view_names(schema=backend.schema)]
    return tuple(sorted(found))


def described(connection: Connection, backend: Backend, name: str) -> str:
    """Describe the table *name*: columns, keys, and what they point to, as JSON.

    Raises:
        SourceRefusal: there is none.
    """
    from sqlalchemy import inspect

    known = [one for one, _ in tables(connection, backend)]
    if name not in known:
        there = ", ".join(known) or "none"
        raise SourceRefusal(f"table_name: found {shown(name)}, expected one of {there}")
    look: Any = inspect(connection)
    columns = [
        {
            "name": one["name"],
            "type": str(one["type"]),
            "nullable": one["nullable"],
            "default": None if one["default"] is None else str(one["default"]),
        }
        for one in look.get_columns(name, schema=backend.schema)
    ]
    key = look.get_pk_constraint(name, schema=backend.schema)["constrained_columns"]
    points = [
        {
            "columns": one["constrained_columns"],
            "table": one["referred_table"],
            "to": one["referred_columns"],
        }
        for one in look.get_foreign_keys(name, schema=backend.schema)
    ]
    told = {"table": name, "columns": columns, "primary_key": key, "foreign_keys": points}
    return json.dumps(told, ensure_ascii=False)


def found_rows(
    connection: Connection, backend: Backend, question: str, limits: Limits, source: str
) -> Answer:
    """Find the rows that have most of the words of *question*, best first."""
    terms = tuple(term for term in terms_of(question) if len(term) <= _LONGEST_WORD)
    if not terms:
        return Answer()
    time = Remaining(limits)
    hits: list[tuple[int, Document]] = []
    every = sorted(tables(connection, backend), key=lambda one: one[1])  # views say it again
    remarks = [] if len(every) <= _MOST_TABLES else [f"the first {_MOST_TABLES} tables alone"]
    for name, _ in every[:_MOST_TABLES]:
        if time.over:
            remarks.append("time was up: there may be more")
            break
        hits += _hits(connection, backend, name, terms, limits, source)
    hits.sort(key=lambda one: -one[0])
    documents = tuple(document for _, document in hits[:_BEST])
    return Answer(documents, remarks=tuple(remarks))


def _hits(
    connection: Connection,
    backend: Backend,
    name: str,
    terms: tuple[str, ...],
    limits: Limits,
    source: str,
) -> list[tuple[int, Document]]:
    from sqlalchemy import String, column, func, inspect, or_, select, table
    from sqlalchemy.types import NullType

    look: Any = inspect(connection)
    columns = look.get_columns(name, schema=backend.schema)
    # SQLite's columns need no type.
    kinds = (String, NullType) if backend.kind == "sqlite" else (String,)
    worded = [one["name"] for one in columns if isinstance(one["type"], kinds)]
    worded = worded[:_MOST_COLUMNS]
    if not worded:
        return []
    keys = look.get_pk_constraint(name, schema=backend.schema)["constrained_columns"]
    others = [key for key in keys if key not in worded]
    shown_columns: list[Any] = [column(one) for one in others] + [
        func.substr(column(one, String), 1, _SHOWN).label(one) for one in worded
    ]
    like = [
        column(one, String).icontains(term, autoescape=True) for one in worded for term in terms
    ]
    asked = select(*shown_columns).select_from(table(name, schema=backend.schema))
    result = connection.execute(asked.where(or_(*like)).limit(_MOST_ROWS))
    rows = rows_of(tuple(result.keys()), result, _MOST_ROWS, limits)
    found = []
    for number, row in enumerate(rows.rows, 1):
        cells = zip(rows.columns, row, strict=True)
        said = ", ".join(f"{key}: {value}" for key, value in cells if value is not None)
        key = ",".join(str(value) for value in row[: len(others)]) or str(number)
        score = sum(term in said.casefold() for term in terms)
        found.append((score, Document(f"{name}/{key}", name, f"{name}/{key}", source, said)))
    return found
