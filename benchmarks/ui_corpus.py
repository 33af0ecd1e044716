"""The made-up history as a chat application stores it: flat rows, or cards."""

from __future__ import annotations

from typing import Any

from benchmarks.chat_corpus import corpus
from benchmarks.damage import damaged

__all__ = ["ui_cards", "ui_nested_cards", "ui_rows"]

Row = dict[str, Any]

_AGENT = "agt_main"
#: When the first message was written, in milliseconds.
_START = 1_750_000_000_000


def ui_rows(messages: int, *, seed: int = 42, damage: float = 0.0) -> list[Row]:
    """Return `corpus` as flat rows: ids, parents, agents, times, stored calls.

    A row's id is never the id of its call. The parent of a result is its call's row; of a
    follow-up, the last result.
    """
    rows: list[Row] = []
    tools: dict[str, Row] = {}
    above: str | None = None
    caller: str | None = None
    for number, message in enumerate(corpus(messages, seed=seed)):
        role = message["role"]
        row = _row(number, message, caller if role == "tool" else above)
        if role == "assistant":
            caller = row["id"]
            if calls := message.get("tool_calls"):
                row["tools"] = [_stored(call) for call in calls]
                tools = {tool["id"]: tool for tool in row["tools"]}
        elif role == "tool":
            row["tool_call_id"] = message["tool_call_id"]
            row["plugin"] = dict(tools[message["tool_call_id"]])
        rows.append(row)
        above = row["id"]
    return damaged(rows, share=damage, seed=seed) if damage else rows


def _row(number: int, message: Row, parent: str | None) -> Row:
    row: Row = {
        "id": f"msg_{number}",
        "role": message["role"],
        "content": message["content"],
        "parentId": parent,
        "createdAt": _START + 1500 * number,
        "updatedAt": _START + 1500 * number + 400,
    }
    if message["role"] in ("assistant", "tool"):
        row["agentId"] = _AGENT
    return row


def _stored(call: Row) -> Row:
    identifier, _, api = call["function"]["name"].partition("_")
    return {
        "id": call["id"],
        "identifier": identifier,
        "apiName": api,
        "type": "builtin",
        "arguments": call["function"]["arguments"],
    }


def ui_cards(messages: int, *, seed: int = 42) -> list[Row]:
    """Return *messages* nodes: a turn with calls is one card with blocks and their results."""
    length = 4 * messages + 8
    nodes = _folded(ui_rows(length, seed=seed))
    while len(nodes) < messages:
        length *= 2
        nodes = _folded(ui_rows(length, seed=seed))
    return nodes[:messages]


def _folded(rows: list[Row]) -> list[Row]:
    nodes: list[Row] = []
    card: Row | None = None
    tools: dict[str, Row] = {}
    for row in rows:
        if row["role"] == "tool":
            tools[row["tool_call_id"]]["result"] = {"id": row["id"], "content": row["content"]}
        elif row["role"] == "assistant" and card is not None:
            card["children"].append(_block(row, tools))
            card["updatedAt"] = row["updatedAt"]
            if "tools" not in row:
                card = None
        elif "tools" in row:
            card = {**row, "role": "assistantGroup", "content": ""}
            del card["tools"]
            card["children"] = [_block(row, tools)]
            nodes.append(card)
        else:
            card = None
            nodes.append(row)
    return nodes


def _block(row: Row, tools: dict[str, Row]) -> Row:
    block = {"id": row["id"], "content": row["content"]}
    if "tools" in row:
        block["tools"] = row["tools"]
        tools.update((tool["id"], tool) for tool in row["tools"])
    return block


def ui_nested_cards(messages: int, *, seed: int = 42) -> list[Row]:
    """Return *messages* nodes of `ui_cards`, four at a time in a council, comparison or summary."""
    rows = ui_cards(messages, seed=seed)
    return [
        _holding(number, rows[start : start + 4])
        for number, start in enumerate(range(0, messages, 4))
    ]


def _holding(number: int, rows: list[Row]) -> Row:
    card: Row = {"id": f"held{number}", "content": ""}
    if number % 3 == 0:
        return {**card, "role": "agentCouncil", "members": rows}
    if number % 3 == 1:
        columns = [[row] for row in rows]
        return {**card, "role": "compare", "columns": columns, "activeColumnId": rows[0]["id"]}
    return {**card, "role": "compressedGroup", "content": "So far.", "pinnedMessages": rows}
