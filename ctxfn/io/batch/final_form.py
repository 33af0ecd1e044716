"""From the lines of a run to the output as it was asked for, once all of them are there."""

from __future__ import annotations

import gzip
import json
import os
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Final

from ctxfn.io.batch.find_files import is_table
from ctxfn.io.batch.lines import Line
from ctxfn.io.batch.read_parquet import demand_pyarrow

__all__ = ["joined_by", "staged"]

#: A group of rows of a table: readers take one at a time.
_ROWS: Final = 10_000
_BYTES: Final = 32_000_000


def staged(target: Path, line: Line, data: bytes) -> bytes:
    """Write an answer as it waits: a line of the output, or of what a table is made of."""
    if not is_table(target):
        return data + b"\n"
    return json.dumps([line.source, line.number]).encode() + b"\t" + data + b"\n"


def joined_by(target: Path) -> Callable[[Path, Path], None] | None:
    """Return what makes the output of the lines that wait; None, if they are the output.

    A table and a gzip have an end that says what is in them, so neither can be gone on with
    after a kill. Lines can.

    Raises:
        MissingExtra: *target* is a Parquet file, and pyarrow is not installed.
    """
    if is_table(target):
        demand_pyarrow()
        return _write_table
    return _compress if target.name.lower().endswith(".gz") else None


def _compress(part: Path, joined: Path) -> None:
    with part.open("rb") as lines, joined.open("wb") as stream:
        # No time and no name in it: the same lines are the same bytes.
        with gzip.GzipFile(filename="", fileobj=stream, mode="wb", mtime=0) as packed:
            shutil.copyfileobj(lines, packed, 1_000_000)
        stream.flush()
        os.fsync(stream.fileno())


def _write_table(part: Path, joined: Path) -> None:
    import pyarrow
    from pyarrow.parquet import ParquetWriter

    schema = pyarrow.schema(
        [
            ("source", pyarrow.string()),
            ("line", pyarrow.int64()),
            ("output", pyarrow.large_string()),
        ]
    )
    with joined.open("wb") as stream:
        with ParquetWriter(stream, schema) as writer:
            for rows in _groups(part):
                columns = {
                    name: list(column)
                    for name, column in zip(schema.names, zip(*rows, strict=True), strict=True)
                }
                writer.write_table(pyarrow.table(columns, schema=schema))
        stream.flush()
        os.fsync(stream.fileno())


def _groups(part: Path) -> Iterator[list[tuple[str, int, str]]]:
    rows: list[tuple[str, int, str]] = []
    weight = 0
    with part.open("rb") as stream:
        for line in stream:
            place, _, data = line.rstrip(b"\n").partition(b"\t")
            source, number = json.loads(place)
            rows.append((source, number, data.decode()))
            weight += len(data)
            if len(rows) >= _ROWS or weight >= _BYTES:
                yield rows
                rows, weight = [], 0
    if rows:
        yield rows
