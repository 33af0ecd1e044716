"""What local tools showed, and what hooks around tools had to say, in place."""

from __future__ import annotations

import json
import re
from typing import Any

from benchmarks.twins.escaping import escape
from benchmarks.twins.shapes import Row, Rows, calls_of, key_of

__all__ = ["replay_snapshots", "tell_tool_hooks"]

_OURS = re.compile(r"<(?=[\s/]*tool_hook_context(?![\w.:-]))", re.IGNORECASE)


def replay_snapshots(rows: Rows) -> None:
    """Put a call and its result behind each message that carries a snapshot."""
    place = 0
    while place < len(rows):
        metadata = rows[place].get("metadata")
        found = metadata.pop("localSystemToolSnapshots", ()) if metadata else ()
        made = [row for one in found for row in _shown(one)]
        rows[place + 1 : place + 1] = made
        place += 1 + len(made)


def _shown(snapshot: Row) -> Rows:
    tool = {"identifier": snapshot["identifier"], "apiName": snapshot["apiName"]}
    asked = snapshot.get("arguments") or {}
    written = json.dumps(asked, sort_keys=True, ensure_ascii=False, separators=(",", ":"))
    call = {"id": snapshot["toolCallId"], **tool, "type": "builtin", "arguments": written}
    content = snapshot.get("content") or ""
    return [
        {"role": "assistant", "content": "", "tools": [call]},
        {"role": "tool", "tool_call_id": call["id"], "content": content, "plugin": tool},
    ]


def tell_tool_hooks(rows: Rows) -> None:
    """Add what hooks said to the results, and the arguments that ran to the calls."""
    latest: dict[str, Row] = {}
    ran: set[int] = set()
    for row in rows:
        if row.get("role") == "assistant":
            latest.update((key_of(call.get("id")), call) for call in calls_of(row))
        elif row.get("role") == "tool":
            if isinstance(row.get("content"), str) and "<" in row["content"]:
                row["content"] = _OURS.sub("&lt;", row["content"])
            state = row.get("pluginState")
            prepared = state.get("hookPreparation") if isinstance(state, dict) else None
            if isinstance(prepared, dict):
                _tell(row, prepared.get("additionalContexts") or ())
                call = latest.get(key_of(row.get("tool_call_id")))
                if call is not None and id(call) not in ran:
                    ran.add(id(call))
                    call["arguments"] = row["plugin"]["arguments"]


def _tell(row: Row, contexts: Any) -> None:
    told = dict.fromkeys(
        f'<tool_hook_context hook="{escape(one["hookId"])}">{escape(one["text"])}'
        "</tool_hook_context>"
        for one in contexts
    )
    said = [row["content"]] if row["content"] else []
    row["content"] = "\n\n".join((*said, *told))
