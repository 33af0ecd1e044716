"""Take old web searches out, in place."""

from __future__ import annotations

from benchmarks.twins.elide_tool_results import cut_text
from benchmarks.twins.shapes import Row, Rows, calls_of
from benchmarks.twins.turns import calls_by_result, name_of, old_before

__all__ = ["filter_web_searches"]

_WHY = "a search of an earlier turn"


def filter_web_searches(
    rows: Rows,
    *,
    package: str = "lobe-web-browsing",
    leave: str = "line",
    turns: int = 1,
    every: int = 1,
) -> None:
    """Shorten what searches before the last *turns* turns found, or remove calls and results."""
    border = old_before(rows, turns, every)
    searches = {
        id(call)
        for row in rows[:border]
        if row.get("role") == "assistant"
        for call in calls_of(row)
        if _is_search(name_of(call), package)
    }
    if not searches:
        return
    found = {place for place, call in calls_by_result(rows).items() if id(call) in searches}
    if leave == "line":
        for place in found:
            content = rows[place].get("content")
            if isinstance(content, str):
                rows[place]["content"] = cut_text(content, 0, 0, 0, _WHY)
        return
    rows[:] = [
        row
        for place, row in enumerate(rows)
        if place not in found and (place >= border or _stays(row, searches))
    ]


def _is_search(name: str, package: str) -> bool:
    identifier, _, rest = name.partition("____")
    api = rest.partition("____")[0]
    if not (identifier and api):
        return name == "web_search"
    return api == "web_search" or (identifier == package and "search" in api.lower())


def _stays(row: Row, searches: set[int]) -> bool:
    """Take the searches of *row* away, and say whether anything is left of it."""
    calls = calls_of(row) if row.get("role") == "assistant" else []
    kept = [call for call in calls if id(call) not in searches]
    if len(kept) == len(calls):
        return True
    if kept:
        row["tool_calls"] = kept
        return True
    del row["tool_calls"]
    if row.get("reasoning_content") or row.get("reasoning"):
        return True
    content = row.get("content")
    return bool(content.strip() if isinstance(content, str) else content)
