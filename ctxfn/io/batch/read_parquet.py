"""Read a column of a Parquet file as lines of JSON."""

from __future__ import annotations

import json
from collections.abc import Iterator
from datetime import date, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Final

from ctxfn.errors import CtxfnError, MissingExtra
from ctxfn.io.batch.errors import LongLine, WorkFailed
from ctxfn.io.batch.lines import LINE_LIMIT, LINE_SHOWN, Line, Place
from ctxfn.io.errors import InvalidArgument, UnreadableInput

if TYPE_CHECKING:
    from pyarrow import Scalar
    from pyarrow.parquet import ParquetFile

__all__ = ["demand_pyarrow", "table_lines"]

#: Rows that are in memory at a time.
_ROWS: Final = 64

#: What a column of conversations is usually called, the likeliest first.
_USUAL: Final = ("output", "messages", "request", "conversation", "conversations")


def demand_pyarrow() -> None:
    """Say so if pyarrow is missing.

    Raises:
        MissingExtra: it is.
    """
    try:
        import pyarrow.parquet  # noqa: F401
    except ImportError:
        raise MissingExtra("pyarrow", "batch") from None


def table_lines(
    path: Path, start: Place, *, column: str | None, limit: int = LINE_LIMIT
) -> Iterator[Line]:
    """Yield a row's cell in *column* as a line each, behind *start*.

    Contract:
        A text, or bytes, is the JSON of a conversation. A value of lists and records is written
        as JSON; of a record's fields, those that are null were not there: a table gives each
        record all fields that any has. A cell that is null, that JSON cannot say, or of more
        than *limit* bytes, is a fault, and the cells beside it are not.

    Raises:
        UnreadableInput: it is no Parquet file.
        InvalidArgument: it has no such column, or several and none of a usual name.
        MissingExtra: pyarrow is not installed.
    """
    demand_pyarrow()
    import pyarrow
    from pyarrow.parquet import ParquetFile

    number = start.line
    try:
        with ParquetFile(path) as table:
            named = _column(table, path, column)
            each = max(1, path.stat().st_size // max(1, table.metadata.num_rows))
            for cell in _cells(table, named, start.offset):
                number += 1
                data, fault = _json(cell, path, number)
                if len(data) > limit:
                    data, fault = data[:LINE_SHOWN], LongLine(len(data), limit)
                yield Line(str(path), number, data, Place(start.file, number, number), each, fault)
    except (OSError, ValueError, pyarrow.ArrowException) as wrong:
        raise UnreadableInput(str(path), None, None, f"no Parquet: {wrong}") from wrong


def _column(table: ParquetFile, path: Path, wanted: str | None) -> str:
    names: list[str] = list(table.schema_arrow.names)
    if wanted is None and len(names) == 1:
        return names[0]
    for name in (wanted,) if wanted is not None else _USUAL:
        if name in names:
            return str(name)
    found = repr(wanted) if wanted is not None else "no column named"
    raise InvalidArgument("--column", found, f"one of {', '.join(names)}, in {path}")


def _cells(table: ParquetFile, column: str, skipped: int) -> Iterator[Scalar]:
    """Yield the cells behind the first *skipped*; groups of rows before them are not read."""
    for group in range(table.metadata.num_row_groups):
        rows = table.metadata.row_group(group).num_rows
        if skipped >= rows:
            skipped -= rows
            continue
        for batch in table.iter_batches(_ROWS, row_groups=[group], columns=[column]):
            if skipped >= batch.num_rows:
                skipped -= batch.num_rows
                continue
            yield from batch.column(0)[skipped:]
            skipped = 0


def _json(cell: Scalar, path: Path, number: int) -> tuple[bytes, CtxfnError | None]:
    import pyarrow

    if not cell.is_valid:
        return b"", UnreadableInput(str(path), number, None, "found null, expected a conversation")
    if isinstance(cell, pyarrow.DictionaryScalar):
        cell = cell.value
    if isinstance(cell, pyarrow.BinaryScalar):
        return bytes(cell.as_buffer()), None
    try:
        text = json.dumps(_without_nulls(cell.as_py()), ensure_ascii=False, default=_written)
        return text.encode("utf-8", "surrogatepass"), None
    # Of this cell alone: a time that Python has not, a text in it that is no UTF-8.
    except (
        ArithmeticError,
        TypeError,
        ValueError,
        RecursionError,
        pyarrow.ArrowException,
    ) as wrong:
        return b"", WorkFailed(type(wrong).__name__, str(wrong))


def _without_nulls(value: object) -> object:
    if isinstance(value, dict):
        return {key: _without_nulls(one) for key, one in value.items() if one is not None}
    if isinstance(value, list) and value and isinstance(value[0], tuple):  # of a map, the pairs
        pairs = dict(value)
        if len(pairs) < len(value):
            raise ValueError("a map has a key twice")
        return _without_nulls(pairs)
    if isinstance(value, list):
        return [_without_nulls(one) for one in value]
    return value


def _written(value: object) -> str:
    if isinstance(value, datetime | date):
        return value.isoformat()
    raise TypeError(f"a {type(value).__name__} is no JSON")
