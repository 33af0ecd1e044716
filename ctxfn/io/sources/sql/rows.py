"""Rows of a statement as JSON that a model reads, cut to what it may have."""

from __future__ import annotations

import json
import math
from collections.abc import Iterable, Sequence

from attrs import frozen

from ctxfn.io.sources.answers import Answer
from ctxfn.io.sources.limits import Limits

__all__ = ["Rows", "rows_of", "written"]


@frozen
class Rows:
    """The columns, the rows, and what there is to say about them."""

    columns: tuple[str, ...]
    rows: tuple[tuple[object, ...], ...]
    remarks: tuple[str, ...] = ()


def rows_of(
    columns: Sequence[str], rows: Iterable[Sequence[object]], limit: int, limits: Limits
) -> Rows:
    """Take *limit* of *rows*, each cell cut while it is taken, so that few are held whole."""
    kept: list[tuple[object, ...]] = []
    cut = 0
    for row in rows:
        if len(kept) == limit:
            remark = f"the first {limit} rows: there are more"
            return Rows(_unlike(columns), tuple(kept), (remark, *_cells(cut, limits)))
        cells = [_cell(value, limits.cell) for value in row]
        cut += sum(was for _, was in cells)
        kept.append(tuple(cell for cell, _ in cells))
    return Rows(_unlike(columns), tuple(kept), _cells(cut, limits))


def written(rows: Rows, most: int) -> Answer:
    """Write *rows* as JSON, an object a row, as many as fit into *most* characters."""
    lines: list[str] = []
    left = most
    remarks = rows.remarks
    for row in rows.rows:
        line = json.dumps(dict(zip(rows.columns, row, strict=True)), ensure_ascii=False)
        left -= len(line) + 1
        if left < 0:
            remark = f"the first {len(lines)} of {len(rows.rows)} rows: they are long"
            remarks = (*remarks, remark)
            break
        lines.append(line)
    if not rows.rows:
        remarks = (*remarks, f"no rows; columns: {', '.join(rows.columns)}")
    return Answer(text="\n".join(lines), remarks=remarks)


def _cells(count: int, limits: Limits) -> tuple[str, ...]:
    return (f"{count:,} cells cut to {limits.cell:,} characters",) if count else ()


def _cell(value: object, most: int) -> tuple[object, bool]:
    if value is None or isinstance(value, bool | int):
        return value, False
    if isinstance(value, float) and math.isfinite(value):
        return value, False
    if isinstance(value, bytes | bytearray | memoryview):
        data = bytes(value[: most // 2])
        return f"0x{data.hex()}", len(value) > len(data)
    text = value if isinstance(value, str) else str(value)
    return text[:most], len(text) > most


def _unlike(columns: Sequence[str]) -> tuple[str, ...]:
    """Number columns of one name, so that an object can have them all."""
    names: list[str] = []
    for column in columns:
        name, count = column, 1
        while name in names:
            count += 1
            name = f"{column}#{count}"
        names.append(name)
    return tuple(names)
