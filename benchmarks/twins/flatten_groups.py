"""Unfold assistant groups and supervisor cards into plain rows, in place."""

from __future__ import annotations

from benchmarks.twins.shapes import Row, Rows

__all__ = ["flatten_groups"]

_CARDS = frozenset({"assistantGroup", "supervisor"})
_TIMES = ("createdAt", "updatedAt", "meta")
_PLACES = ("parentId", "threadId", "groupId", "agentId", "targetId", "topicId")
_PLUGIN = ("apiName", "arguments", "id", "identifier", "type")


def flatten_groups(rows: Rows) -> None:
    """Replace each card by its own words, then its blocks, each with its results.

    A supervisor card without a list of blocks is left to `restore_supervisor`.
    """
    if not any(row.get("role") in _CARDS for row in rows):
        return
    flat: Rows = []
    for row in rows:
        if row.get("role") not in _CARDS:
            flat.append(row)
            continue
        children = row.get("children")
        if isinstance(children, list):
            _unfold(row, children, flat)
        elif row["role"] == "supervisor":
            flat.append(row)
        else:
            row["role"] = "assistant"
            flat.append(row)
    rows[:] = flat


def _unfold(card: Row, children: list[object], flat: Rows) -> None:
    content = card.get("content")
    if content and not (isinstance(content, str) and not content.strip()):
        own = {key: value for key, value in card.items() if key not in ("children", "tools")}
        own["role"] = "assistant"
        flat.append(own)
    times = [(key, card[key]) for key in _TIMES if key in card]
    places = [(key, card[key]) for key in _PLACES if card.get(key)]
    for child in children:
        if isinstance(child, dict):
            _unfold_block(child, times, places, flat)


def _unfold_block(
    block: Row, times: list[tuple[str, object]], places: list[tuple[str, object]], flat: Rows
) -> None:
    block["role"] = "assistant"
    block["content"] = block.get("content") or ""
    for key, value in times:
        block.setdefault(key, value)
    for key, value in places:
        if not block.get(key):
            block[key] = value
    flat.append(block)
    tools = block.get("tools")
    if not isinstance(tools, list):
        return
    if not tools:
        del block["tools"]
    for tool in tools:
        if isinstance(tool, dict) and isinstance(result := tool.pop("result", None), dict):
            flat.append(_result_row(tool, result, times, places))


def _result_row(
    tool: Row, result: Row, times: list[tuple[str, object]], places: list[tuple[str, object]]
) -> Row:
    row: Row = {
        "id": result.get("id"),
        "role": "tool",
        "content": result.get("content"),
        "tool_call_id": tool.get("id"),
        "plugin": {key: tool[key] for key in _PLUGIN if key in tool},
    }
    row.update(times)
    row.update(places)
    if error := result.get("error"):
        row["pluginError"] = error
    if state := result.get("state"):
        row["pluginState"] = state
    return row
