"""Write at once what nearly all messages are: a role, a text, calls and answers without frills."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from ctxfn.messages import (
    NOWHERE,
    Assistant,
    Node,
    Part,
    System,
    Text,
    ToolResult,
    User,
    Written,
)
from ctxfn.wire.openai_chat.written import ANSWER, CALLS, PLAIN, SILENT_CALLS, Form

__all__ = ["write_plain"]

_Row = dict[str, object]

_SAID: Final = PLAIN["role", "content"]


def write_plain(node: Node) -> _Row | None:
    """Write *node* if it is plain, or say by ``None`` that it takes the long way.

    Contract:
        The same JSON as by the long way; only faster.
    """
    if node.extras or node.blocks or node.marks or node.id is not None:
        return None
    if node.origin is not NOWHERE:
        return None
    write = _WRITERS.get(type(node))
    return write(node) if write is not None else None


def _user(node: User) -> _Row | None:
    content = _content(node.parts, node.written, _SAID)
    if content is None or node.name is not None:
        return None
    return {"role": "user", "content": content}


def _system(node: System) -> _Row | None:
    content = _content(node.parts, node.written, _SAID)
    if content is None or node.name is not None or node.developer:
        return None
    return {"role": "system", "content": content}


def _answer(node: ToolResult) -> _Row | None:
    content = _content(node.parts, node.written, ANSWER)
    if content is None or node.kind != "function":
        return None
    if node.tool is not None or node.error is not None or node.state is not None:
        return None
    return {"role": "tool", "tool_call_id": node.call_id, "content": content}


def _assistant(node: Assistant) -> _Row | None:
    if node.reasoning or node.name is not None or node.usage is not None:
        return None
    written = node.written
    if not node.calls:
        content = _content(node.parts, written, _SAID)
        return {"role": "assistant", "content": content} if content is not None else None
    if written is SILENT_CALLS and not node.parts:
        content = None
    else:
        content = _content(node.parts, written, CALLS)
        if content is None:
            return None
    calls: list[object] = []
    for call in node.calls:
        tool = call.tool
        if type(tool) is not str or call.kind != "function":
            return None
        if call.extras or call.signature is not None:
            return None
        function = {"name": tool, "arguments": call.arguments}
        calls.append({"id": call.id, "type": "function", "function": function})
    return {"role": "assistant", "content": content, "tool_calls": calls}


def _content(parts: tuple[Part, ...], written: Written, form: Form) -> str | None:
    """Return the only text of *parts*, if they were written as *form* says or by nobody yet."""
    if len(parts) == 1:
        only = parts[0]
        if type(only) is not Text or only.extras or only.signature is not None:
            return None
        return only.text if only.text and (written is form or written is None) else None
    return "" if not parts and written is form else None


_WRITERS: Final[Mapping[type, Callable[[Any], _Row | None]]] = {
    User: _user,
    Assistant: _assistant,
    ToolResult: _answer,
    System: _system,
}
