"""Atoms and groups: what no cut may split, and what counts as one."""

from __future__ import annotations

from benchmarks.twins.matching import match_results
from benchmarks.twins.shapes import Rows, calls_of

__all__ = ["atoms_of", "groups_of"]


def atoms_of(rows: Rows) -> list[int]:
    """Return for each message the index of the call it answers, else its own.

    A message's atom is named by its *call*; whoever cuts takes the place of the first.
    """
    atoms = list(range(len(rows)))
    if _follow_their_calls(rows, atoms):
        return atoms
    atoms = list(range(len(rows)))
    for (index, _), results in match_results(rows).items():
        for result in results:
            atoms[result] = index
    return atoms


def _follow_their_calls(rows: Rows, atoms: list[int]) -> bool:
    """Fill *atoms* if all results stand right behind their call, once each; else say no."""
    due: set[object] = set()
    caller = 0
    for index, row in enumerate(rows):
        role = row.get("role")
        if role == "tool":
            key = row.get("tool_call_id")
            if (
                type(key) is not str
                or key not in due
                or row.get("parentId") not in (None, rows[caller].get("id"))
            ):
                return False
            due.discard(key)
            atoms[index] = caller
        elif due:
            return False
        elif role == "assistant" and ("tool_calls" in row or "tools" in row):
            calls = calls_of(row)
            ids = [call.get("id") if isinstance(call, dict) else None for call in calls]
            if not all(type(call_id) is str for call_id in ids):
                return False
            due = set(ids)
            if len(due) != len(ids):
                return False
            caller = index
    return True


def groups_of(rows: Rows) -> list[int]:
    """Return for each message the index of one that stands for its group.

    One group are: a call with its results and what the same agent says next below a
    result; sibling tasks; a council or a comparison with what it hangs on; any other
    message alone. A parent is the nearest earlier message of that id. A result before its
    call is a message of its own if another follows the call.
    """
    groups = _callers(rows)
    place: dict[object, int] = {}
    families: dict[object, int] = {}
    for index, row in enumerate(rows):
        parent = row.get("parentId")
        if parent is not None and groups[index] == index:
            groups[index] = _joined(rows, groups, families, index, place.get(parent))
        if row.get("id") is not None:
            place[row["id"]] = index
    if not place and not families:
        return groups
    _join_before_late(rows, groups, place)
    return [_root(groups, index) for index in range(len(rows))]


def _join_before_late(rows: Rows, groups: list[int], place: dict[object, int]) -> None:
    """Join a follow-up to the call of a result that came after it."""
    for index, row in enumerate(rows):
        above = place.get(row.get("parentId"), -1)
        if groups[index] == index and row.get("role") == "assistant" and above > index:
            call = groups[above]
            if rows[above].get("role") == "tool" and call < index:
                same = rows[call].get("agentId") == row.get("agentId")
                groups[index] = call if same else index


def _callers(rows: Rows) -> list[int]:
    callers = list(range(len(rows)))
    if _follow_their_calls(rows, callers):
        return callers
    callers = list(range(len(rows)))
    for (index, _), results in match_results(rows).items():
        behind = [result for result in results if result > index]
        for result in behind or results:
            callers[result] = index
    return callers


def _joined(
    rows: Rows, groups: list[int], families: dict[object, int], index: int, above: int | None
) -> int:
    """Return what message *index* is joined to, given the message above it in the tree."""
    role = rows[index].get("role")
    if above is not None and (_flag(rows, above, "compare") or _flag(rows, above, "agentCouncil")):
        return _acyclic(groups, index, above)
    if role == "task":
        return families.setdefault(rows[index]["parentId"] if above is None else above, index)
    if above is None or role != "assistant" or rows[above].get("role") != "tool":
        return index
    call = groups[above]
    if call != above and rows[call].get("agentId") == rows[index].get("agentId"):
        return _acyclic(groups, index, call)
    return index


def _acyclic(groups: list[int], index: int, target: int) -> int:
    return index if _root(groups, target) == index else target


def _root(groups: list[int], index: int) -> int:
    """Follow the links from *index* to their end, and shorten them on the way."""
    root = index
    while groups[root] != root:
        root = groups[root]
    while groups[index] != root:
        groups[index], index = root, groups[index]
    return root


def _flag(rows: Rows, index: int, name: str) -> bool:
    metadata = rows[index].get("metadata")
    return isinstance(metadata, dict) and metadata.get(name) is True
