"""Which message of the input each record was read from: some formats pack several into one."""

from __future__ import annotations

import re
from typing import Final, TypeAlias

from attrs import evolve

from ctxfn.errors import CtxfnError
from ctxfn.front.given import Given
from ctxfn.front.items import Items, items_of
from ctxfn.lint import Finding, Findings

__all__ = ["as_given", "rows_of"]

#: For each record the index of its message; ``None``: it stands beside the messages.
Rows: TypeAlias = tuple[int | None, ...]

_MESSAGES: Final = ("messages", "contents", "input")

#: What formats call the text beside the messages.
_BESIDE: Final = ("instructions", "systemInstruction", "system_instruction", "system")

_NAMED: Final = re.compile(r"messages\[(\d+)\]")


def as_given(findings: Findings, given: Given, value: object) -> Findings:
    """Count the messages in *findings* as the one who gave *value* does.

    Anthropic writes the result of a tool into the user turn behind the call, and the system
    text beside the messages: here each is a message of its own.

    Contract:
        In the order of the messages. What stands beside them is of the whole request, its path
        begins with the key. Where each message is one record, the same findings.

    Complexity: O(messages) if there are findings.

    Source: ours.
    """
    items = _items(given, value) if findings else None
    if items is not None:
        firsts = tuple(items.first(record) for record in range(len(items.pieces)))
        found = [_placed_item(one, items, firsts, _beside(value)) for one in findings]
        return _sorted(found, sum(map(len, items.pieces)))
    places = rows_of(given, value) if findings else None
    if places is None:
        return findings
    return _sorted([_placed(one, places, _beside(value)) for one in findings], len(places))


def _items(given: Given, value: object) -> Items | None:
    if given.records or given.codec.name != "openai_responses":
        return None
    rows = value.get("input") if isinstance(value, dict) else value
    return items_of(given.judged.messages, rows)


def _beside(value: object) -> str:
    """Name the key of *value* that holds the text beside the messages."""
    keys = value if isinstance(value, dict) else ()
    return next((key for key in _BESIDE if key in keys), "system")


def _sorted(found: list[Finding], last: int) -> Findings:
    return tuple(
        sorted(found, key=lambda one: (last if one.index is None else one.index, one.code))
    )


def rows_of(given: Given, value: object) -> Rows | None:
    """Return for each record of *given* the message of *value* it is from.

    ``None``: they count the same, or the format does not let it be told.

    Complexity: O(messages).

    Source: ours.
    """
    key = next((key for key in _MESSAGES if isinstance(value, dict) and key in value), None)
    rows = value[key] if isinstance(value, dict) and key is not None else value
    nodes = given.judged.messages
    if given.records or not isinstance(rows, list) or len(rows) == len(nodes):
        return None
    counts: list[int] = []
    for row in rows:
        try:
            counts.append(len(given.codec.decode([row] if key is None else {key: [row]}).messages))
        except CtxfnError:
            return None
    beside = len(nodes) - sum(counts)
    if beside < 0 or (beside and key is None):
        return None
    places = [index for index, count in enumerate(counts) for _ in range(count)]
    return (*(None for _ in range(beside)), *places)


def _placed(finding: Finding, places: Rows, beside: str) -> Finding:
    def named(found: re.Match[str]) -> str:
        place = int(found[1])
        row = places[place] if place < len(places) else place
        return "the system text" if row is None else f"messages[{row}]"

    index, path = finding.index, finding.path
    if index is not None and index < len(places):
        index = places[index]
        path = (beside, *path[1:]) if index is None else path
    words = _NAMED.sub(named, finding.found)
    return evolve(finding, index=index, path=path, found=words)


def _placed_item(finding: Finding, items: Items, firsts: Rows, beside: str) -> Finding:
    moved = _placed(finding, firsts, beside)
    if finding.index is None or moved.index is None or finding.index >= len(firsts):
        return moved
    index, path = items.place(finding.index, finding.path)
    return evolve(moved, index=index, path=path)
