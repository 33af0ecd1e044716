"""A message that says its calls or results in another format's words, as this one says them."""

from __future__ import annotations

from ctxfn.messages import InvalidJson, parse_json
from ctxfn.wire.anthropic.reader import Reader, Row

__all__ = ["in_one_dialect"]


def in_one_dialect(row: Row, reader: Reader) -> Row:
    """Return *row* with ``tool_calls`` and the role ``tool`` of chat completions as blocks.

    Contract:
        A call whose id a block has already is said once. Calls whose arguments are no object
        are held by one, under ``value``. What was read so is odd. Other rows: the same object.

    Complexity: O(blocks + calls).

    Source: catalogue rule ``mixed-dialect-double-call``.
    """
    if row.get("role") == "tool" and isinstance(row.get("tool_call_id"), str):
        reader.odd("role", "found the text 'tool', read as a block 'tool_result'")
        block = {"type": "tool_result", "tool_use_id": row["tool_call_id"]}
        if row.get("content") is not None:
            block["content"] = row["content"]
        taken = ("role", "content", "tool_call_id")
        rest = {key: one for key, one in row.items() if key not in taken}
        return {"role": "user", "content": [block], **rest}
    calls = row.get("tool_calls")
    if row.get("role") != "assistant" or not isinstance(calls, list | tuple) or not calls:
        return row
    blocks = _blocks(row.get("content"))
    said = {block.get("id") for block in blocks if isinstance(block, dict)}
    read = [_use(call) for call in calls]
    if any(one is None for one in read):
        return row
    reader.odd("tool_calls", "found calls beside the blocks, read as blocks 'tool_use'")
    blocks += [one for one in read if one is not None and one["id"] not in said]
    rest = {key: one for key, one in row.items() if key != "tool_calls"}
    return {**rest, "content": blocks}


def _blocks(content: object) -> list[object]:
    if isinstance(content, list | tuple):
        return list(content)
    return [{"type": "text", "text": content}] if content else []


def _use(call: object) -> Row | None:
    match call:
        case {"id": str(id), "function": {"name": str(name), "arguments": arguments}}:
            return {"type": "tool_use", "id": id, "name": name, "input": _object(arguments)}
        case _:
            return None


def _object(arguments: object) -> object:
    value = arguments
    if isinstance(arguments, str):
        try:
            value, repeated = parse_json(arguments.encode(errors="surrogatepass"))
        except InvalidJson:
            return {"value": arguments}
        if repeated:
            return {"value": arguments}
    return value if isinstance(value, dict) else {"value": value} if value else {}
