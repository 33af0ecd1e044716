"""Write a conversation as a body, or a bare list: fresh, strict, and open about what is lost."""

from __future__ import annotations

from ctxfn.wire.codec import Conversation, Encoded
from ctxfn.wire.encode_turns import encode_turns, settings_of
from ctxfn.wire.gemini.rows import Rows
from ctxfn.wire.gemini.spelling import laid
from ctxfn.wire.gemini.tools import write_tools
from ctxfn.wire.gemini.writer import Writer
from ctxfn.wire.gemini.written import CODEC, BodyForm
from ctxfn.wire.profiles import Profile

__all__ = ["encode"]

_Row = dict[str, object]


def encode(conversation: Conversation, profile: Profile) -> Encoded:
    """Write *conversation* for the target of *profile*.

    Contract:
        The body is fresh through and through. Messages this codec read are written as they
        stood. Others: results that follow each other stand in one content, each told the name
        of the tool it is from; system text stands in the field for it, and a list of messages
        with such a text becomes a body, for the list has no place for it. A name of a tool
        becomes its wire name, arguments and answers become objects, an inline address the
        bytes it holds, a medium of no said type is of the type its bytes or its address show, and ids that reading would give again are left out. Whatever has no
        place in the format is a loss: where, and why; ids of messages, origins, marks and
        counts of tokens are one loss a field, for the whole request.
        ``decode(encode(c).body)`` is *c*, these spellings aside, if there is no loss.

    Complexity: O(size of *conversation*), and of calls without a result for each result.

    Source: Google's API reference, "Generating content"; ours for what it does not have.

    Examples:
        >>> from ctxfn.messages import assistant, call, chat, tool_result
        >>> from ctxfn.wire import profile
        >>> said = chat(assistant(call("c1", "now")), tool_result("c1", "noon"))
        >>> encode(Conversation(said), profile("gemini")).body[1]["parts"]
        [{'functionResponse': {'id': 'c1', 'name': 'now', 'response': {'result': 'noon'}}}]
    """
    writer = Writer(profile)
    rows = Rows(writer)
    return encode_turns(conversation, rows, writer, lambda: _body(conversation, rows, writer))


def _body(conversation: Conversation, rows: Rows, writer: Writer) -> _Row:
    settings = settings_of(conversation, writer)
    written = conversation.written
    form = written if isinstance(written, BodyForm) and written.codec == CODEC else None
    named: _Row = {}
    if form is not None:
        named.update(dict.fromkeys(form.nulls))
    if rows.system is not None:
        named["systemInstruction"] = rows.system
    named["contents"] = rows.rows
    if conversation.tools is not None:
        tools = write_tools(conversation.tools, writer.profile, writer.losses)
        single = form is not None and form.single_tool and len(tools) == 1
        named["tools"] = tools[0] if single else tools
    if form is None:
        return {**settings, **named}
    return laid(named, settings, form.keys)
