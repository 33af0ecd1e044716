"""Write a conversation as a body, or a bare list: fresh, strict, and open about what is lost."""

from __future__ import annotations

from ctxfn.wire.bedrock.rows import Rows
from ctxfn.wire.bedrock.tools import write_tools
from ctxfn.wire.bedrock.writer import Writer
from ctxfn.wire.bedrock.written import CODEC, BodyForm, arranged
from ctxfn.wire.codec import Conversation, Encoded
from ctxfn.wire.encode_turns import encode_turns, settings_of
from ctxfn.wire.profiles import Profile

__all__ = ["encode"]

_Row = dict[str, object]


def encode(conversation: Conversation, profile: Profile) -> Encoded:
    """Write *conversation* for the target of *profile*.

    Contract:
        The body is fresh through and through. Messages this codec read are written as they
        stood. Others: results that follow each other stand in one message, and what a person
        says behind them in the same one, unless the target wants them apart; system text stands
        in the field for it, and a list of messages with such a text becomes a body, for the list
        has no place for it. A name of a tool becomes its wire name, arguments an object, an
        inline address the bytes it holds, as text in base64. Whatever has no place in the format
        is a loss: where, and why; ids of messages, origins, marks and counts of tokens are one
        loss a field, for the whole request.
        ``decode(encode(c).body)`` is *c*, these spellings aside, if there is no loss.

    Complexity: O(size of *conversation*).

    Source: AWS, "Converse" in the API reference of Bedrock's runtime; ours for what it does not
    have.

    Examples:
        >>> from ctxfn.messages import assistant, call, chat, tool_result, user
        >>> from ctxfn.wire import profile
        >>> said = chat(assistant(call("t1", "now")), tool_result("t1", "noon"), user("So?"))
        >>> body = encode(Conversation(said), profile("bedrock/claude")).body
        >>> [list(block) for block in body[1]["content"]]
        [['toolResult'], ['text']]
    """
    writer = Writer(profile)
    rows = Rows(writer)
    return encode_turns(conversation, rows, writer, lambda: _body(conversation, rows, writer))


def _body(conversation: Conversation, rows: Rows, writer: Writer) -> _Row:
    fields = settings_of(conversation, writer)
    written = conversation.written
    form = written if isinstance(written, BodyForm) and written.codec == CODEC else None
    if rows.system is not None:
        fields["system"] = rows.system
    elif form is not None and form.no_system:
        fields["system"] = []
    fields["messages"] = rows.rows
    _add_tools(fields, conversation, form, writer)
    return fields if form is None else arranged(fields, form.keys)


def _add_tools(
    fields: _Row, conversation: Conversation, form: BodyForm | None, writer: Writer
) -> None:
    """Write the tools beside the choice among them, neither of which is sent without tools."""
    rest = fields.get("toolConfig")
    tools = write_tools(conversation.tools or (), writer)
    if conversation.tools is not None and (tools or _had_tools(form)):
        config: _Row = {"tools": tools, **rest} if isinstance(rest, dict) else {"tools": tools}
        fields["toolConfig"] = config if form is None else arranged(config, form.tool_keys)
    elif conversation.tools is not None:
        writer.lose("tools", "an empty list of tools is refused, left out")
    if form is None and not tools and isinstance(rest, dict):
        writer.lose("settings.toolConfig", "nothing can be chosen among no tools, left out")
        fields.pop("toolConfig")


def _had_tools(form: BodyForm | None) -> bool:
    return form is not None and "tools" in form.tool_keys
