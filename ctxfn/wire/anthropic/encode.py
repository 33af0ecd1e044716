"""Write a conversation as a body, or a bare list: fresh, strict, and open about what is lost."""

from __future__ import annotations

from ctxfn.messages import (
    Assistant,
    Node,
    System,
    ToolResult,
    Unknown,
    User,
)
from ctxfn.wire.anthropic.rows import Rows
from ctxfn.wire.anthropic.tools import write_tool
from ctxfn.wire.anthropic.writer import Writer
from ctxfn.wire.anthropic.written import CODEC, Form
from ctxfn.wire.codec import Conversation, Encoded
from ctxfn.wire.profiles import Profile

__all__ = ["encode"]


def encode(conversation: Conversation, profile: Profile) -> Encoded:
    """Write *conversation* for the target of *profile*.

    Contract:
        The body is fresh through and through. Messages this codec read are written as they
        stood. Others: results that follow each other stand in one message, and what a person
        says behind them in the same one; the system text that comes first is the field
        ``system``, and a list of messages with such a text becomes a body, for the list has no
        place for it. A name of a tool becomes its wire name, arguments an object, an inline
        address the bytes it holds. Whatever has no place in the format is a loss: where, and
        why; ids, origins, marks and counts of tokens are one loss a field, for the whole
        request. ``decode(encode(c).body)`` is *c*, these spellings aside, if there is no loss.

    Complexity: O(size of *conversation*).

    Source: Anthropic's API reference; ours for what it does not have.

    Examples:
        >>> from ctxfn.messages import assistant, call, chat, tool_result, user
        >>> from ctxfn.wire import profile
        >>> said = chat(assistant(call("t1", "now")), tool_result("t1", "noon"), user("So?"))
        >>> body = encode(Conversation(said), profile("anthropic")).body
        >>> [block["type"] for block in body[1]["content"]]
        ['tool_result', 'text']
    """
    writer = Writer(profile)
    rows = Rows(writer)
    for index, node in enumerate(conversation.messages):
        writer.index = index
        _add(node, rows, writer)
    writer.index = None
    if conversation.settings is None and rows.system is None:
        if conversation.tools is not None:
            writer.lose("tools", "a bare list of messages has no place for tools")
        return Encoded(rows.rows, writer.all_losses())
    if conversation.settings is None:
        writer.lose("", "a bare list of messages has no place for system text: a body was written")
    return Encoded(_body(conversation, rows, writer), writer.all_losses())


def _add(node: Node, rows: Rows, writer: Writer) -> None:
    match node:
        case User():
            rows.add_user(node)
        case ToolResult():
            rows.add_result(node)
        case Assistant():
            rows.add_answer(node)
        case System():
            rows.add_system(node)
        case Unknown():
            writer.lose("role", f"the role {node.role!r}, which the format does not have")
        case _:
            writer.lose("", f"a card ({node.role!r}); flatten it first")


def _body(conversation: Conversation, rows: Rows, writer: Writer) -> dict[str, object]:
    settings = {} if conversation.settings is None else conversation.settings.thaw()
    if not isinstance(settings, dict):
        writer.lose("settings", "settings that are no object")
        settings = {}
    fields: dict[str, object] = dict(settings)
    if rows.system is not None:
        fields["system"] = rows.system
    fields["messages"] = rows.rows
    if conversation.tools is not None:
        limit = writer.profile.tool_name_length
        tools = [
            write_tool(one, number, limit, writer.losses)
            for number, one in enumerate(conversation.tools)
        ]
        fields["tools"] = [one for one in tools if one is not None]
    written = conversation.written
    if not isinstance(written, Form) or written.codec != CODEC:
        return fields
    keys = [key for key in written.keys if key in fields or key in written.nulls]
    return {key: fields.get(key) for key in keys} | fields
