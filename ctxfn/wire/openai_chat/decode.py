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
from ctxfn.wire.codec import Conversation
from ctxfn.wire.openai_chat.dialect import OPENAI, Dialect
from ctxfn.wire.openai_chat.read_message import read_message
from ctxfn.wire.openai_chat.read_plain import read_plain
from ctxfn.wire.openai_chat.reader import Reader
from ctxfn.wire.openai_chat.tools import read_functions, read_tools
from ctxfn.wire.openai_chat.written import Form
from ctxfn.wire.repeated_keys import told_repeats
from ctxfn.wire.rows_in import RowsIn, body_of, row_list
from ctxfn.wire.values import Keep

__all__ = ["decode", "decode_bytes", "read_bytes", "read_conversation"]


def decode(body: object) -> Conversation:
    """Read *body*, a request or a list of messages.

    Contract:
        *body* is neither changed nor kept: changing it later changes nothing here. Every key
        of it has its place: in a field, among the extras, or among the settings. What could not
        be read as it should is in `problems`, with what was made of it.
        ``encode(decode(body)).body`` is *body*, order of keys included, wherever there is no
        problem and no unknown role.

    Complexity: O(size of *body*).

    Source: OpenAI's API reference; recorded requests for what it does not say; ours for what
    it would refuse.

    Raises:
        InvalidMessages: no list of messages, or something in it that is no message.
        InvalidJson: a value that JSON does not have, in a setting or a declaration.
        TooDeep: a value nested deeper than `MAX_JSON_DEPTH`.

    Examples:
        >>> said = decode([{"role": "user", "content": "hi"}])
        >>> said.messages[0].parts
        (Text('hi'),)
        >>> decode([{"role": "user", "content": 5}]).problems[0].reason
        'found the int 5, read as the text of its JSON'
    """
    return read_conversation(body, freeze, OPENAI)


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
    return read_bytes(data, OPENAI)


def read_bytes(data: bytes, dialect: Dialect) -> Conversation:
    """Parse *data* and read it in *dialect*, as `decode_bytes` does."""
    value, repeated = parse_json(data)
    read = read_conversation(value, own, dialect)
    return told_repeats(read, repeated)


def read_conversation(body: object, keep: Keep, dialect: Dialect) -> Conversation:
    """Read *body* in *dialect*, as `decode` does; *keep* values that no field is for."""
    reader = Reader(keep, dialect)
    if isinstance(body, list | tuple):
        return Conversation(_messages(body, reader), problems=tuple(reader.problems))
    body = body_of(body, "messages")
    rows = row_list(body, "messages")
    messages = _messages(rows, reader)
    reader.index = None
    tools, nulls = _tools(body, reader)
    taken = ("messages", "tools", "functions")
    settings = keep({key: one for key, one in body.items() if key not in taken})
    written = Form(dialect.name, tuple(body), nulls=nulls)
    return Conversation(messages, tools, settings, written, tuple(reader.problems))


def _messages(rows: Sequence[object], reader: Reader) -> Messages:
    nodes: list[Node] = []
    pending = reader.pending
    with RowsIn(rows, "a message (a dict with a role)") as each:
        for row in each:
            plain = read_plain(row.get("role"), row, pending)
            if plain is not None:
                nodes.append(plain)
                continue
            reader.index = each.index
            nodes.append(read_message(row, reader))
    return pvector(nodes)


def _tools(
    body: dict[str, object], reader: Reader
) -> tuple[tuple[Declaration, ...] | None, tuple[str, ...]]:
    found: tuple[Declaration, ...] | None = None
    nulls: tuple[str, ...] = ()
    for key, read in (("tools", read_tools), ("functions", read_functions)):
        if key not in body:
            continue
        if body[key] is None:
            nulls += (key,)
        else:
            found = (*(found or ()), *read(body[key], reader))
    return found, nulls
