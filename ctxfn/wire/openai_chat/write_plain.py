"""Write at once what nearly all messages are: a role, a text, calls and answers without frills."""

from __future__ import annotations

from typing import Final

from ctxfn.messages import NOWHERE, Assistant, Call, Node, Part, System, Text, ToolResult, User
from ctxfn.wire.openai_chat.written import ANSWER, CALLS, PLAIN, SILENT_CALLS

__all__ = ["write_plain"]

_Row = dict[str, object]

_SAID: Final = PLAIN["role", "content"]


def write_plain(node: Node) -> _Row | None:
    """Write *node* if it is plain, or say by ``None`` that it takes the long way.

    Contract:
        The same JSON as by the long way; only faster.
    """
    if (
        node.extras
        or node.blocks
        or node.id is not None
        or node.marks
        or node.origin is not NOWHERE
    ):
        return None
    if isinstance(node, User):
        return _said("user", node)
    if isinstance(node, Assistant):
        return _assistant(node)
    if isinstance(node, ToolResult):
        return _answer(node)
    if isinstance(node, System) and not node.developer:
        return _said("system", node)
    return None


def _said(role: str, node: User | System) -> _Row | None:
    text = _only_text(node.parts)
    if not text or node.name is not None or not (node.written is _SAID or node.written is None):
        return None
    return {"role": role, "content": text}


def _answer(node: ToolResult) -> _Row | None:
    if (
        node.kind != "function"
        or node.tool is not None
        or node.error is not None
        or node.state is not None
        or not (node.written is ANSWER or node.written is None)
    ):
        return None
    text = _only_text(node.parts)
    return {"role": "tool", "tool_call_id": node.call_id, "content": text} if text else None


def _assistant(node: Assistant) -> _Row | None:
    if node.name is not None or node.reasoning or node.usage is not None:
        return None
    written, parts = node.written, node.parts
    if not node.calls:
        text = _only_text(parts) if written is _SAID or written is None else None
        return {"role": "assistant", "content": text} if text else None
    if written is SILENT_CALLS and not parts:
        content = None
    else:
        content = _only_text(parts) if written is CALLS else None
        if not content:
            return None
    calls: list[object] = []
    for call in node.calls:
        row = _call(call)
        if row is None:
            return None
        calls.append(row)
    return {"role": "assistant", "content": content, "tool_calls": calls}


def _call(call: Call) -> _Row | None:
    tool = call.tool
    if call.kind != "function" or call.extras or call.signature is not None:
        return None
    if type(tool) is not str:
        return None
    function = {"name": tool, "arguments": call.arguments}
    return {"id": call.id, "type": "function", "function": function}


def _only_text(parts: tuple[Part, ...]) -> str | None:
    if len(parts) != 1:
        return None
    only = parts[0]
    if type(only) is Text and not only.extras and only.signature is None:
        return only.text
    return None
