"""Take calls of disabled tools away, in place."""

from __future__ import annotations

from collections.abc import Collection

from benchmarks.twins.shapes import Row, Rows, key_of
from benchmarks.twins.wire_name import SEPARATOR, hashed

__all__ = ["filter_disabled_tools"]


def filter_disabled_tools(rows: Rows, *, identifiers: Collection[str]) -> None:
    """Remove the calls whose tool is in *identifiers*; their results go when pairing.

    A message that held nothing else goes with them.
    A wire call is known by the stored call of its id, else by its name, hashed or not.
    """
    if not identifiers:
        return
    disabled = frozenset(identifiers)
    exact = tuple({*disabled, *map(hashed, disabled)})
    starts = tuple(name + SEPARATOR for name in exact)
    empty: set[int] = set()
    for place, row in enumerate(rows):
        if row.get("role") != "assistant":
            continue
        gone: set[str] = set()
        tools = row.get("tools")
        if isinstance(tools, list):
            kept: list[Row] = []
            for tool in tools:
                if isinstance(tool, dict) and str(tool.get("identifier")) in disabled:
                    gone.add(key_of(tool.get("id")))
                else:
                    kept.append(tool)
            if _store(row, "tools", tools, kept):
                empty.add(place)
        calls = row.get("tool_calls")
        if isinstance(calls, list):
            kept = [call for call in calls if not _is_disabled(call, gone, exact, starts)]
            if _store(row, "tool_calls", calls, kept):
                empty.add(place)
    if empty:
        rows[:] = [row for place, row in enumerate(rows) if place not in empty or _says(row)]


def _is_disabled(
    call: object, gone: set[str], exact: tuple[str, ...], starts: tuple[str, ...]
) -> bool:
    if not isinstance(call, dict):
        return False
    key = key_of(call.get("id"))
    if key and key in gone:
        return True
    function = call.get("function")
    name = function.get("name") if isinstance(function, dict) else None
    return isinstance(name, str) and (name in exact or name.startswith(starts))


def _store(row: Row, name: str, before: list[Row], after: list[Row]) -> bool:
    """Keep under *name* what is left of the calls; say whether some went and none is."""
    if len(after) == len(before):
        return False
    if after:
        row[name] = after
        return False
    del row[name]
    return True


def _says(row: Row) -> bool:
    content = row.get("content")
    said = content.strip() if isinstance(content, str) else content
    calls = row.get("tools") or row.get("tool_calls")
    return bool(said or calls or row.get("reasoning") or row.get("imageList"))
