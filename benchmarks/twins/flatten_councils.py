"""Unfold what several agents answered at once into plain rows, in place."""

from __future__ import annotations

from benchmarks.twins.flatten_groups import flatten_groups
from benchmarks.twins.flatten_tasks import flatten_tasks
from benchmarks.twins.shapes import Row, Rows
from benchmarks.twins.unfolding import Fields, own_words, unfold_block, with_fields

__all__ = ["flatten_councils"]

_TIMES = ("createdAt", "updatedAt", "meta")
_PLACES = ("parentId", "threadId", "groupId", "agentId", "topicId")


def flatten_councils(rows: Rows) -> None:
    """Replace each council by its own words, then its members, each with its results.

    A member that is a card is unfolded too; a user's, tool's or task's row keeps its role.
    """
    if not any(row.get("role") == "agentCouncil" for row in rows):
        return
    flat: Rows = []
    for row in rows:
        if row.get("role") == "agentCouncil":
            _unfold(row, flat)
        else:
            flat.append(row)
    rows[:] = flat


def _unfold(council: Row, flat: Rows) -> None:
    flat.extend(own_words(council, "members"))
    members = council.get("members")
    times = [(key, council[key]) for key in _TIMES if key in council]
    extra = council.get("extra")
    above = extra.get("parentMessageId") if isinstance(extra, dict) else None
    fields: Fields = [*times, ("parentId", above)] if above else times
    for member in members if isinstance(members, list) else ():
        if isinstance(member, dict):
            flat.extend(_unfold_member(with_fields(member, fields)))


def _unfold_member(member: Row) -> Rows:
    role = member.setdefault("role", "assistant")
    line = [member]
    if role == "agentCouncil":
        line = []
        _unfold(member, line)
    elif role in ("assistantGroup", "supervisor"):
        if role == "supervisor" and not isinstance(member.get("children"), list):
            member["role"] = "assistant"
        flatten_groups(line)
        for row in line:
            with_fields(row, [(key, member[key]) for key in ("model", "provider") if key in member])
    elif role in ("tasks", "groupTasks"):
        flatten_tasks(line)
    elif role == "assistant":
        line = []
        times = [(key, member[key]) for key in _TIMES if key in member]
        places = [(key, member[key]) for key in _PLACES if member.get(key)]
        unfold_block(member, times, places, line)
    return line
