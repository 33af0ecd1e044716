"""Which result belongs to which call, by call id."""

from __future__ import annotations

from benchmarks.twins.shapes import Row, Rows, calls_of, key_of

__all__ = ["Owner", "match_results"]

#: Index of a message, and the position of a call in its list.
Owner = tuple[int, int]


def match_results(rows: Rows) -> dict[Owner, list[int]]:
    """Map each call that has any to the indices of its results, best placed first.

    With an id of its own a call takes all results that name it. A reused id goes by the
    result's parent, else to the nearest earlier call still open; with a result for each
    open call before the id's next call, in order. What comes too late for an open call is
    a further candidate of the last one filled; what stands before every call of its id
    is the first call's last candidate.
    """
    calls, results = _by_id(rows)
    matched: dict[Owner, list[int]] = {}
    for key, found in results.items():
        owners = calls.get(key)
        if owners is None:
            continue
        if len(owners) == 1:
            owner = owners[0]
            if found[0] < owner[0]:
                found.sort(key=lambda index: index < owner[0])
            matched[owner] = found
        else:
            _match_reused(rows, owners, found, matched)
    return matched


def _by_id(rows: Rows) -> tuple[dict[str, list[Owner]], dict[str, list[int]]]:
    calls: dict[str, list[Owner]] = {}
    results: dict[str, list[int]] = {}
    for index, row in enumerate(rows):
        role = row.get("role")
        if role == "assistant":
            for position, call in enumerate(calls_of(row)):
                if isinstance(call, dict) and (key := key_of(call.get("id"))):
                    calls.setdefault(key, []).append((index, position))
        elif role == "tool" and (key := key_of(row.get("tool_call_id"))):
            results.setdefault(key, []).append(index)
    return calls, results


def _match_reused(
    rows: Rows, owners: list[Owner], found: list[int], matched: dict[Owner, list[int]]
) -> None:
    rest = _match_by_parent(rows, owners, found, matched)
    early: list[int] = []
    while rest and rest[0] < owners[0][0]:
        early.append(rest.pop(0))
    still_open: list[Owner] = []
    last = owners[0]
    start = 0
    for place, owner in enumerate(owners):
        if owner not in matched:
            still_open.append(owner)
        until = owners[place + 1][0] if place + 1 < len(owners) else len(rows)
        end = start
        while end < len(rest) and rest[end] < until:
            end += 1
        segment = rest[start:end]
        start = end
        if len(segment) >= len(still_open):
            still_open.reverse()
        for index in segment:
            last = still_open.pop() if still_open else last
            matched.setdefault(last, []).append(index)
    if early:
        matched.setdefault(owners[0], []).extend(early)


def _match_by_parent(
    rows: Rows, owners: list[Owner], found: list[int], matched: dict[Owner, list[int]]
) -> list[int]:
    by_id: dict[object, list[Owner]] = {}
    for owner in owners:
        if (row_id := rows[owner[0]].get("id")) is not None:
            by_id.setdefault(row_id, []).append(owner)
    rest = []
    for index in found:
        row: Row = rows[index]
        parents = by_id.get(row.get("parentId")) if row.get("parentId") is not None else None
        if parents is None:
            rest.append(index)
            continue
        free = next((owner for owner in parents if owner not in matched), parents[0])
        matched.setdefault(free, []).append(index)
    return rest
