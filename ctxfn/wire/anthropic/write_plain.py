"""Write at once what nearly all messages are: a text, calls and answers without frills."""

from __future__ import annotations

from ctxfn.messages import NOWHERE, Assistant, Call, Message, Text, ToolResult, User
from ctxfn.wire.anthropic.write_message import input_of
from ctxfn.wire.openai_chat.spelling import spelled
from ctxfn.wire.openai_chat.written import is_usual

__all__ = ["plain_answer", "plain_result", "plain_words"]

_Row = dict[str, object]


def plain_words(node: User) -> str:
    """Return what a person says, if that is one text and no frills; else nothing.

    Contract:
        What the long way would write as ``content``; only faster. So for the two below.
    """
    return "" if node.name is not None else _words(node)


def plain_answer(node: Assistant, limit: int) -> str | list[object]:
    """Return what a model says, words or blocks, if it has no frills; else nothing."""
    if node.reasoning or node.usage is not None or node.name is not None:
        return ""
    text = _words(node) if node.parts else ""
    if not node.calls:
        return text
    if not text and (node.parts or not _is_bare(node)):
        return ""
    blocks: list[object] = [{"type": "text", "text": text}] if text else []
    for call in node.calls:
        block = _plain_call(call, limit)
        if block is None:
            return ""
        blocks.append(block)
    return blocks


def plain_result(node: ToolResult) -> _Row | None:
    """Return the block of a result that has one text and no frills; else nothing."""
    if node.kind != "function" or node.synthetic is not None or node.tool is not None:
        return None
    text = _words(node) if node.state is None and node.error is None else ""
    return {"type": "tool_result", "tool_use_id": node.call_id, "content": text} if text else None


def _plain_call(call: Call, limit: int) -> _Row | None:
    if call.kind != "function" or call.extras or call.signature is not None:
        return None
    given, why = input_of(call)
    if why is not None:
        return None
    name = spelled(call.tool, limit)
    return {"type": "tool_use", "id": call.id, "name": name, "input": given}


def _words(node: Message) -> str:
    """Return the one text of *node*, if it carries nothing else, and tells of no way to write it."""
    parts = node.parts
    if len(parts) != 1 or type(part := parts[0]) is not Text or not _is_bare(node):
        return ""
    return "" if part.extras or part.signature is not None else part.text


def _is_bare(node: Message) -> bool:
    return (
        is_usual(node.written)
        and node.id is None
        and node.origin is NOWHERE
        and not (node.extras or node.marks or node.blocks)
    )
