"""Write at once what nearly all messages are: a role, a text, calls and answers without frills."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from ctxfn.messages import (
    NOWHERE,
    Assistant,
    Node,
    System,
    Text,
    ToolResult,
    User,
    Written,
)
from ctxfn.wire.openai_chat.written import ANSWER, CALLS, PLAIN, SILENT_CALLS

__all__ = ["write_plain"]

_Row = dict[str, object]

_SAID: Final = PLAIN["role", "content"]


def write_plain(node: Node) -> _Row | None:
    """Write *node* if it is plain, or say by ``None`` that it takes the long way.

    Contract:
        The same JSON as by the long way; only faster.
    """
    write = _WRITERS.get(type(node))
    if write is None or node.extras or node.blocks or node.marks or node.id is not None:
        return None
    parts, written = node.parts, node.written
    if len(parts) == 1:
        only = parts[0]
        if type(only) is not Text or only.extras or only.signature is not None:
            return None
        text = only.text
        # Without a word, only what was read so is written as an empty text.
        if not text:
            return None
    elif parts or written is None:
        return None
    else:
        text = ""
    return write(node, text, written) if node.origin is NOWHERE else None


def _user(node: User, text: str, written: Written) -> _Row | None:
    if (written is not _SAID and written is not None) or node.name is not None:
        return None
    return {"role": "user", "content": text}


def _system(node: System, text: str, written: Written) -> _Row | None:
    if (written is not _SAID and written is not None) or node.name is not None:
        return None
    return None if node.developer else {"role": "system", "content": text}


def _answer(node: ToolResult, text: str, written: Written) -> _Row | None:
    if (written is not ANSWER and written is not None) or node.kind != "function":
        return None
    if node.tool is not None or node.error is not None or node.state is not None:
        return None
    return {"role": "tool", "tool_call_id": node.call_id, "content": text}


def _assistant(node: Assistant, text: str, written: Written) -> _Row | None:
    if node.reasoning or node.name is not None or node.usage is not None:
        return None
    calls = node.calls
    if not calls:
        if written is not _SAID and written is not None:
            return None
        return {"role": "assistant", "content": text}
    content: str | None = text
    if written is not CALLS and written is not None:
        if written is not SILENT_CALLS or text:
            return None
        content = None
    rows: list[_Row] = []
    for call in calls:
        tool = call.tool
        if type(tool) is not str or call.kind != "function":
            return None
        if call.extras or call.signature is not None:
            return None
        function = {"name": tool, "arguments": call.arguments}
        rows.append({"id": call.id, "type": "function", "function": function})
    return {"role": "assistant", "content": content, "tool_calls": rows}


_WRITERS: Final[Mapping[type, Callable[[Any, str, Written], _Row | None]]] = {
    User: _user,
    Assistant: _assistant,
    ToolResult: _answer,
    System: _system,
}
