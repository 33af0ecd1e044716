"""Read a body, or a bare list of messages: lenient about what it holds, exact about its meaning."""

from __future__ import annotations

from collections.abc import Sequence

from pyrsistent import pvector

from ctxfn.messages import Messages, Node, freeze, own, parse_json
from ctxfn.tools import Declaration
from ctxfn.wire.bedrock.read_message import read_message, read_system
from ctxfn.wire.bedrock.reader import Reader, Row, others
from ctxfn.wire.bedrock.tools import read_tools
from ctxfn.wire.bedrock.written import CODEC, BodyForm
from ctxfn.wire.codec import Conversation
from ctxfn.wire.repeated_keys import told_repeats
from ctxfn.wire.rows_in import RowsIn, body_of, row_list
from ctxfn.wire.values import Keep, name_of

__all__ = ["decode", "decode_bytes"]


def decode(body: object) -> Conversation:
    """Read *body*, a request or a list of messages.

    Contract:
        *body* is neither changed nor kept. The field ``system`` is the first message; each
        result of a tool is one of its own, and so is what is said beside it, so there may be
        more messages than in the list. Problems count the messages read. A point for the cache
        belongs to the block it stands behind. Bytes are text in base64, as in the API's JSON;
        those of a client library are read as such, which is a problem. Blocks that only this
        format knows are kept verbatim. Every other key has its place among the extras or the
        settings. ``encode(decode(body)).body`` is *body*, order of keys included, wherever
        there is no problem and no unknown role.

    Complexity: O(size of *body*).

    Source: AWS, "Converse" in the API reference of Bedrock's runtime; recorded requests for
    what it does not say; ours for what it would refuse.

    Raises:
        InvalidMessages: no list of messages, or something in it that is no message.
        InvalidJson: a value that JSON does not have, in a setting or a declaration.
        TooDeep: a value nested deeper than `MAX_JSON_DEPTH`.

    Examples:
        >>> block = {"toolResult": {"toolUseId": "t1", "content": [{"text": "42"}]}}
        >>> said = decode([{"role": "user", "content": [block, {"text": "So?"}]}])
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
        >>> decode_bytes(b'[{"role": "user", "content": [{"text": "hi"}]}]').messages[0].role
        'user'
    """
    value, repeated = parse_json(data)
    return told_repeats(_conversation(value, own), repeated)


def _conversation(body: object, keep: Keep) -> Conversation:
    reader = Reader(keep)
    if isinstance(body, list | tuple):
        return Conversation(_messages(body, [], reader), problems=tuple(reader.problems))
    fields = body_of(body, "messages")
    rows = row_list(fields, "messages")
    front: list[Node] = []
    settings = others(fields, "messages")
    said = fields.get("system")
    if isinstance(said, list | tuple):
        del settings["system"]
        reader.index = 0
        front = [read_system(said, reader)] if said else []
    elif "system" in fields:
        reader.index = None
        reader.odd("system", f"found {name_of(said)}, kept among the settings")
    messages = _messages(rows, front, reader)
    reader.index = None
    tools, tool_keys = _tools(settings, reader)
    empty = isinstance(said, list | tuple) and not said
    written = BodyForm(CODEC, tuple(fields), tool_keys, empty)
    return Conversation(messages, tools, keep(settings), written, tuple(reader.problems))


def _tools(settings: Row, reader: Reader) -> tuple[tuple[Declaration, ...] | None, tuple[str, ...]]:
    """Take the declarations out of ``toolConfig``; what else stands there stays a setting."""
    config = settings.get("toolConfig")
    if not isinstance(config, dict) or config.get("tools") is None:
        return None, ()
    rest = others(config, "tools")
    if rest:
        settings["toolConfig"] = rest
    else:
        del settings["toolConfig"]
    return read_tools(config["tools"], reader), tuple(config)


def _messages(rows: Sequence[object], nodes: list[Node], reader: Reader) -> Messages:
    with RowsIn(rows, "a message (a dict with a role)") as each:
        for row in each:
            reader.index = len(nodes)
            nodes += read_message(row, reader)
    return pvector(nodes)
