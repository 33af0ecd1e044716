"""Take calls that only decided who speaks away with their results, in place."""

from __future__ import annotations

from collections.abc import Callable, Collection
from fnmatch import fnmatchcase

from benchmarks.twins.shapes import Row, Rows, calls_of, key_of
from benchmarks.twins.wire_name import SEPARATOR

__all__ = ["drop_handoffs", "filter_orchestration"]


def drop_handoffs(rows: Rows, *, names: Collection[str], but: Collection[str] = ()) -> None:
    """Remove calls whose name is like one of *names* and none of *but*, and their results."""

    def is_handoff(_: Row, call: Row) -> bool:
        written = [name.casefold() for name in _names(call)]
        return any(fnmatchcase(one, name) for one in written for name in names) and not any(
            fnmatchcase(one, name) for one in written for name in but
        )

    _drop(rows, is_handoff)


def filter_orchestration(
    rows: Rows, *, supervisors: Collection[str], identifiers: Collection[str], apis: Collection[str]
) -> None:
    """Remove the calls of *supervisors* to *apis* of *identifiers*, and their results."""

    def orders(row: Row, call: Row) -> bool:
        if row.get("agentId") not in supervisors:
            return False
        identifier, api = call.get("identifier"), call.get("apiName")
        if identifier is None:
            identifier, _, rest = _names(call)[0].partition(SEPARATOR)
            api = rest.partition(SEPARATOR)[0]
        return identifier in identifiers and api in apis

    _drop(rows, orders)


def _drop(rows: Rows, chosen: Callable[[Row, Row], bool]) -> None:
    gone: dict[str, bool] = {}
    left: Rows = []
    for row in rows:
        if row.get("role") == "assistant":
            calls = calls_of(row)
            kept = []
            for call in calls:
                gone[key_of(call.get("id"))] = dropped = chosen(row, call)
                if not dropped:
                    kept.append(call)
            if len(kept) < len(calls) and not _keep(row, kept):
                continue
        elif row.get("role") == "tool" and gone.get(key_of(row.get("tool_call_id"))):
            continue
        left.append(row)
    rows[:] = left


def _keep(row: Row, kept: Rows) -> bool:
    """Leave *row* the calls *kept*; say whether anything is left of it."""
    ids = {key_of(call.get("id")) for call in kept}
    for key in ("tools", "tool_calls"):
        calls = row.get(key)
        if isinstance(calls, list):
            row[key] = [call for call in calls if key_of(call.get("id")) in ids]
            if not row[key]:
                del row[key]
    content = row.get("content")
    said = content.strip() if isinstance(content, str) else content
    return bool(kept or said or row.get("imageList") or row.get("reasoning"))


def _names(call: Row) -> list[str]:
    function = call.get("function")
    if isinstance(function, dict):
        name = str(function.get("name") or "")
        pieces = name.split(SEPARATOR)
        return [name, pieces[1]] if len(pieces) > 1 else [name]
    return [str(call.get("apiName") or ""), f"{call.get('identifier')}-{call.get('apiName')}"]
