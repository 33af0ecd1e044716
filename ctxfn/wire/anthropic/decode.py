"""Read a body, or a bare list of messages: lenient about what it holds, exact about its meaning."""

from __future__ import annotations

from collections.abc import Sequence

from pyrsistent import pvector

from ctxfn.messages import (
    Messages,
    Node,
    freeze,
    own,
    parse_json,
)
from ctxfn.tools import Declaration
from ctxfn.wire.anthropic.dialects import in_one_dialect
from ctxfn.wire.anthropic.one_answer import one_answer
from ctxfn.wire.anthropic.read_message import read_message, read_system
from ctxfn.wire.anthropic.reader import Reader, Row
from ctxfn.wire.anthropic.tools import read_tools
from ctxfn.wire.anthropic.written import CODEC, Form
from ctxfn.wire.codec import Conversation, Loss
from ctxfn.wire.repeated_keys import told_repeats
from ctxfn.wire.rows_in import RowsIn, body_of, row_list
from ctxfn.wire.values import Keep

__all__ = ["decode", "decode_bytes"]


def decode(body: object) -> Conversation:
    """Read *body*, a request or a list of messages.

    Contract:
        *body* is neither changed nor kept. The text of the field ``system`` is the first
        message; each result of a tool is one of its own, and so is what is said beside it, so
        there may be more messages than in the list; an answer that calls and goes on calling in
        the next message is one. Problems count the messages read. Blocks
        that only this format knows, those of server tools among them, are kept verbatim. Every
        other key has its place among the extras or the settings.
        ``encode(decode(body)).body`` is *body*, order of keys included, wherever there is no
        problem and no unknown role.

    Complexity: O(size of *body*).

    Source: Anthropic's API reference; recorded requests for what it does not say; ours for
    what it would refuse.

    Raises:
        InvalidMessages: no list of messages, or something in it that is no message.
        InvalidJson: a value that JSON does not have, in a setting or a declaration.
        TooDeep: a value nested deeper than `MAX_JSON_DEPTH`.

    Examples:
        >>> block = {"type": "tool_result", "tool_use_id": "t1", "content": "42"}
        >>> said = decode([{"role": "user", "content": [block, {"type": "text", "text": "So?"}]}])
        >>> [message.role for message in said.messages]
        ['tool', 'user']
    """
    return _conversation(body, freeze)


def decode_bytes(data: bytes) -> Conversation:
    """Parse *data* and read it as `decode` does, without copying what only we hold.

    Complexity: O(bytes).

    Raises:
        InvalidJson: *data* is no JSON in UTF-8.
        InvalidMessages: as `decode`.
        TooDeep: brackets nested deeper than `MAX_JSON_DEPTH`, found before parsing.

    Examples:
        >>> decode_bytes(b'[{"role": "user", "content": "hi"}]').messages[0].role
        'user'
    """
    value, repeated = parse_json(data)
    return told_repeats(_conversation(value, own), repeated)


def _conversation(body: object, keep: Keep) -> Conversation:
    reader = Reader(keep)
    if isinstance(body, list | tuple):
        return Conversation(_messages(body, [], reader), problems=tuple(reader.problems))
    body = body_of(body, "messages")
    rows = row_list(body, "messages")
    front: list[Node] = []
    if body.get("system") is not None:
        front.append(_system(body["system"], reader))
    messages = _messages(rows, front, reader)
    reader.index = None
    tools = _tools(body, reader)
    nulls = tuple(key for key in ("system", "tools") if key in body and body[key] is None)
    taken = ("messages", "tools", "system")
    settings = keep({key: one for key, one in body.items() if key not in taken})
    written = Form(CODEC, "row", tuple(body), nulls=nulls)
    return Conversation(messages, tools, settings, written, tuple(reader.problems))


def _system(value: object, reader: Reader) -> Node:
    """Read the field for the system text; of what is odd there the field is named."""
    reader.index = 0
    read = read_system(value, reader)
    reader.problems[:] = [
        Loss(one.index, one.path.replace("content", "system", 1), one.reason)
        for one in reader.problems
    ]
    return read


def _tools(body: Row, reader: Reader) -> tuple[Declaration, ...] | None:
    return None if body.get("tools") is None else read_tools(body["tools"], reader)


def _messages(rows: Sequence[object], nodes: list[Node], reader: Reader) -> Messages:
    with RowsIn(rows, "a message (a dict with a role)") as each:
        for row in each:
            reader.index = len(nodes)
            for node in read_message(in_one_dialect(row, reader), reader):
                whole = one_answer(nodes[-1], node) if nodes else None
                if whole is None:
                    nodes.append(node)
                else:
                    nodes[-1] = whole
    return pvector(nodes)
