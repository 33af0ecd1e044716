"""Write a conversation as a body, or a bare list: fresh, strict, and open about what is lost."""

from __future__ import annotations

from ctxfn.wire.anthropic.rows import Rows
from ctxfn.wire.anthropic.tools import write_tool
from ctxfn.wire.anthropic.writer import Writer
from ctxfn.wire.anthropic.written import CODEC, Form
from ctxfn.wire.codec import Conversation, Encoded
from ctxfn.wire.encode_turns import encode_turns, settings_of
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
    return encode_turns(conversation, rows, writer, lambda: _body(conversation, rows, writer))


def _body(conversation: Conversation, rows: Rows, writer: Writer) -> dict[str, object]:
    settings = settings_of(conversation, writer)
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
