"""Ids and names of calls that a target takes, in place."""

from __future__ import annotations

import hashlib

from benchmarks.twins.matching import match_results
from benchmarks.twins.shapes import Row, Rows, calls_of

__all__ = ["mend_call_ids", "name_calls"]

#: A hash of so many digits is one that no two ids share.
_DIGITS = 19


def mend_call_ids(rows: Rows, *, length: int = 40) -> None:
    """Give calls an id where it is missing or too long, and their results the same one."""
    asked = {call.get("id") for row in rows for call in calls_of(row)}
    answered = {row.get("tool_call_id") for row in rows if row.get("role") == "tool"}
    long = {one for one in asked | answered if one and len(one) > length}
    renamed = {one: f"call_{_digest(one)[:_DIGITS]}" for one in long}
    missing = not all(asked) or not all(answered)
    for place, row in enumerate(rows):
        if missing and calls_of(row):
            _take_places(row, _results_behind(rows, place))
    for row in rows:
        for call in calls_of(row):
            call["id"] = renamed.get(call.get("id"), call.get("id"))
        if row.get("role") == "tool":
            row["tool_call_id"] = renamed.get(row.get("tool_call_id"), row.get("tool_call_id"))
    if missing:
        _make_up(rows)


def _digest(text: str) -> str:
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()


def _results_behind(rows: Rows, place: int) -> Rows:
    found: Rows = []
    while place + 1 < len(rows) and rows[place + 1].get("role") == "tool":
        place += 1
        found.append(rows[place])
    return found


def _take_places(row: Row, results: Rows) -> None:
    """Let results without an id answer the calls that lack one, in order, if as many."""
    answered = {one.get("tool_call_id") for one in results}
    waiting = [
        call["id"] for call in calls_of(row) if call.get("id") and call["id"] not in answered
    ]
    nameless = [one for one in results if not one.get("tool_call_id")]
    if len(waiting) == len(nameless):
        for one, call_id in zip(nameless, waiting, strict=True):
            one["tool_call_id"] = call_id


def _make_up(rows: Rows) -> None:
    """Make ids of the places of calls that have none, and give them to the next results alike."""
    for place, row in enumerate(rows):
        made = []
        for number, call in enumerate(calls_of(row)):
            if not call.get("id"):
                call["id"] = f"call_{place}_{number}"
                made.append(call["id"])
        nameless = [one for one in _results_behind(rows, place) if not one.get("tool_call_id")]
        for one, call_id in zip(nameless, made, strict=False):
            one["tool_call_id"] = call_id
    for place, row in enumerate(rows):
        if row.get("role") == "tool" and not row.get("tool_call_id"):
            row["tool_call_id"] = f"call_{place}_0"


def name_calls(rows: Rows, *, unknown: str = "unknown_tool") -> None:
    """Name each call that names no tool as its result is named, else *unknown*."""
    nameless = [
        (place, number)
        for place, row in enumerate(rows)
        for number, call in enumerate(calls_of(row))
        if not call["function"].get("name")
    ]
    if not nameless:
        return
    answers = match_results(rows)
    for place, number in nameless:
        names = [rows[result].get("name") for result in answers.get((place, number), ())]
        found = next(filter(None, names), unknown)
        calls_of(rows[place])[number]["function"]["name"] = found
