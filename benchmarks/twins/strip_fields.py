"""Drop the fields that belong to a store, in place, and the roles no model knows."""

from __future__ import annotations

from benchmarks.twins.shapes import Row, Rows

__all__ = ["strip_fields"]

_ROLES = frozenset({"system", "user", "assistant", "tool"})
#: Cards and rows that speak in the assistant's voice; other unknown roles leave as a user's.
_SPOKEN = frozenset(
    {
        "agentCouncil",
        "assistantGroup",
        "compare",
        "compareGroup",
        "groupTasks",
        "supervisor",
        "task",
        "tasks",
    }
)
_PREFIXES = ("agent", "created", "parent", "updated")
# fmt: off
_FIELDS = frozenset({
    "activeColumnId", "audioList", "blocks", "branch", "children", "chunksList",
    "columns", "compressedMessages", "editorData", "error", "extra", "extras",
    "fileList", "groupId", "id", "imageList", "isPinned", "members",
    "meta", "metadata", "observationId", "performance", "pinnedMessages", "plugin",
    "pluginError", "pluginState", "provider", "model", "retry_of", "search",
    "sessionId", "targetId", "taskDetail", "tasks", "threadId", "timestamp",
    "tools", "topicId", "traceId", "translate", "ts", "tts",
    "usage", "userId", "videoList",
})
# fmt: on
#: The keys to drop, by all the keys of a message: there are few shapes and many messages.
_gone_by_shape: dict[tuple[str, ...], tuple[str, ...]] = {}
_SHAPES_AT_MOST = 1000


def strip_fields(rows: Rows) -> None:
    """Leave wire roles, and on each message what a wire format or its user put there."""
    foreign = False
    for row in rows:
        if row.get("role") not in _ROLES:
            foreign = True
            continue
        _strip(row)
    if foreign:
        rows[:] = [wire for row in rows for wire in _as_wire(row)]


def _strip(row: Row) -> None:
    shape = tuple(row)
    gone = _gone_by_shape.get(shape)
    if gone is None:
        gone = tuple(key for key in shape if key in _FIELDS or key.startswith(_PREFIXES))
        if len(_gone_by_shape) < _SHAPES_AT_MOST:
            _gone_by_shape[shape] = gone
    for key in gone:
        del row[key]
    if "tool_calls" in row and (row["role"] != "assistant" or not row["tool_calls"]):
        del row["tool_calls"]


def _as_wire(row: Row) -> Rows:
    role = row.get("role")
    if role in _ROLES:
        return [row]
    content = row.get("content")
    columns = row.get("columns")
    active = _active_column(columns, row.get("activeColumnId"))
    _strip_foreign(row)
    row["role"] = "system" if role == "developer" else "assistant" if role in _SPOKEN else "user"
    wire = [row] if content and not (isinstance(content, str) and not content.strip()) else []
    for answer in active:
        if isinstance(answer, dict):
            if answer.get("role") in _ROLES:
                _strip(answer)
            wire.extend(_as_wire(answer))
    return wire


def _strip_foreign(row: Row) -> None:
    for key in [key for key in row if key not in ("role", "content")]:
        del row[key]


def _active_column(columns: object, active: object) -> list[object]:
    if not isinstance(columns, list):
        return []
    lists = [column if isinstance(column, list) else [column] for column in columns]
    for column in lists:
        if any(isinstance(row, dict) and row.get("id") == active for row in column):
            return column
    return lists[0] if lists else []
