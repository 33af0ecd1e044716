"""Remove what abandoned generations left behind, in place."""

from __future__ import annotations

from benchmarks.twins.shapes import Row, Rows

__all__ = ["drop_empty"]

_LISTS = {
    "assistantGroup": "children",
    "supervisor": "children",
    "tasks": "tasks",
    "groupTasks": "tasks",
    "agentCouncil": "members",
}
_MEDIA = ("imageList", "videoList", "audioList", "fileList")


def drop_empty(rows: Rows) -> None:
    """Drop assistant messages that say, call and show nothing, inside cards too.

    A card goes with its last entry, unless it has words of its own.
    """
    for row in rows:
        role = row.get("role")
        if role in _LISTS or (role == "assistant" and _is_residue(row)):
            break
    else:
        return
    rows[:] = [row for row in rows if _stays(row)]


def _stays(row: Row) -> bool:
    role = row.get("role")
    if role == "assistant":
        return not _is_residue(row)
    return role not in _LISTS or _prune(row, _LISTS[role])


def _prune(card: Row, name: str) -> bool:
    """Prune the list of *card*; say whether the card stays."""
    entries = card.get(name)
    if not isinstance(entries, list) or not entries:
        return True
    kept = [entry for entry in entries if not isinstance(entry, dict) or _entry_stays(entry)]
    if len(kept) != len(entries):
        card[name] = kept
    return bool(kept) or not _is_blank(card.get("content"))


def _entry_stays(entry: Row) -> bool:
    role = entry.get("role")
    if role in _LISTS:
        return _prune(entry, _LISTS[role])
    return role not in (None, "assistant", "task") or not _is_residue(entry)


def _is_residue(row: Row) -> bool:
    if not _is_blank(row.get("content")):
        return False
    if isinstance(row.get("tools"), list) or isinstance(row.get("tool_calls"), list):
        return False
    if any(isinstance(row.get(name), list) and row[name] for name in _MEDIA):
        return False
    reasoning = row.get("reasoning")
    if isinstance(reasoning, dict):
        return not (
            reasoning.get("content") or reasoning.get("signature") or reasoning.get("responseItems")
        )
    return not reasoning


def _is_blank(content: object) -> bool:
    if content is None:
        return True
    return isinstance(content, str) and content.strip() in ("", "...")
