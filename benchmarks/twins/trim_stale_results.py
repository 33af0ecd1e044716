"""Shorten results that later events made worthless, in place, on requests without times.

Without times every cache counts as cold, so the border is where the last person to speak puts it.
"""

from __future__ import annotations

import json

from benchmarks.twins.elide_tool_results import cut_text
from benchmarks.twins.shapes import Row, Rows
from benchmarks.twins.turns import calls_by_result, is_said, name_of

__all__ = ["trim_stale_results"]

_READ = "lobe-local-system____readFile"
_WRITES = ("lobe-local-system____writeFile", "lobe-local-system____editFile")
_SNAPSHOT = "lobe-browser____snapshot"
_PAGE = "lobe-browser____readPage"
_CRAWLS = tuple(
    f"lobe-web-browsing____{api}" for api in ("search", "crawlSinglePage", "crawlMultiPages")
)
_COMMANDS = tuple(f"lobe-local-system____{api}" for api in ("runCommand", "getCommandOutput"))
_WHY = "it is stale"

Seen = tuple[str, float, float]


def trim_stale_results(
    rows: Rows, *, keep: int = 20, at_least: int = 100_000, every: int = 1
) -> None:
    """Shorten stale results before the last *keep* messages, if they are long enough together."""
    last = max((place for place, row in enumerate(rows) if is_said(row)), default=len(rows) - 1)
    border = max(last + 1 - keep, 0)
    border -= border % every
    old = {
        place: row
        for place, row in enumerate(rows[:border])
        if row.get("role") == "tool" and isinstance(row.get("content"), str)
    }
    if not old or sum(len(row["content"]) for row in old.values()) < at_least:
        return
    calls = calls_by_result(rows)
    names = {place: name_of(calls.get(place)) for place in old}
    overtaken = _overtaken(old, names, calls)
    for place, row in old.items():
        text = overtaken.get(place) or _cut(row["content"], names[place])
        if text and row["content"].strip() and len(text) < len(row["content"]):
            row["content"] = text


def _cut(text: str, name: str) -> str:
    if name == _SNAPSHOT:
        return "[left out: the page as it looked then]"
    if name == _PAGE or name in _CRAWLS:
        return cut_text(text, 1_000, 0, 0, _WHY)
    return cut_text(text, 500, 500, 1_000, _WHY) if name in _COMMANDS else ""


def _overtaken(old: dict[int, Row], names: dict[int, str], calls: dict[int, Row]) -> dict[int, str]:
    """Say of reads that were written over or read again what is left of them."""
    lines: dict[int, str] = {}
    later: dict[str, list[Seen]] = {}
    written: set[str] = set()
    for place in reversed(old):
        name = names[place]
        if name != _READ and name not in _WRITES:
            continue
        seen = _seen(calls.get(place))
        if seen is None:
            continue
        path, first, last = seen
        if name in _WRITES:
            written.add(path)
            continue
        if path in written:
            lines[place] = f"[left out: {path} was written after it was read]"
        elif any(one[1] <= first and last <= one[2] for one in later.get(path, ())):
            window = f"lines {first:g} to {last:g}" if last < float("inf") else "all of it"
            lines[place] = f"[left out: {path}, {window}, was read again later]"
        if old[place]["content"].strip():
            later.setdefault(path, []).append(seen)
    return lines


def _seen(call: Row | None) -> Seen | None:
    try:
        asked = json.loads(call["function"]["arguments"]) if call else None
    except ValueError:
        return None
    if not isinstance(asked, dict):
        return None
    path = asked.get("path") or asked.get("file_path")
    if not isinstance(path, str):
        return None
    window = asked.get("loc")
    if isinstance(window, list) and len(window) == 2:
        return path, window[0], window[1]
    return (path, float("-inf"), float("inf")) if asked.get("fullContent") else (path, 0, 200)
