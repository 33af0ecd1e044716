"""What all cards share: own words, blocks, results kept inside calls."""

from __future__ import annotations

from benchmarks.twins.shapes import Row, Rows

__all__ = ["Fields", "has_words", "own_words", "unfold_block", "with_fields"]

#: Keys and values that a card hands down.
Fields = list[tuple[str, object]]
_PLUGIN = ("apiName", "arguments", "id", "identifier", "type")


def has_words(content: object) -> bool:
    """Tell whether *content* says anything."""
    return bool(content.strip() if isinstance(content, str) else content)


def own_words(card: Row, list_name: str) -> Rows:
    """Return what a card says itself, besides its list, as an assistant's row, if anything."""
    if not has_words(card.get("content")):
        return []
    return [
        {key: value for key, value in card.items() if key not in (list_name, "tools")}
        | {"role": "assistant"}
    ]


def with_fields(row: Row, fields: Fields) -> Row:
    """Fill the keys of *fields* that *row* leaves empty."""
    for key, value in fields:
        if not row.get(key):
            row[key] = value
    return row


def unfold_block(block: Row, times: Fields, places: Fields, flat: Rows) -> None:
    """Append *block* as an assistant's row, and the results its calls hold behind it."""
    block["role"] = "assistant"
    block["content"] = block.get("content") or ""
    for key, value in times:
        block.setdefault(key, value)
    flat.append(with_fields(block, places))
    tools = block.get("tools")
    if not isinstance(tools, list):
        return
    if not tools:
        del block["tools"]
    for tool in tools:
        if isinstance(tool, dict) and isinstance(result := tool.pop("result", None), dict):
            flat.append(_result_row(tool, result, times, places))


def _result_row(tool: Row, result: Row, times: Fields, places: Fields) -> Row:
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
