"""Read a body, or a bare list of contents: lenient about what it holds, exact about its meaning."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from pyrsistent import pvector

from ctxfn.messages import (
    Messages,
    Node,
    freeze,
    own,
    parse_json,
)
from ctxfn.wire.codec import Conversation
from ctxfn.wire.gemini.one_answer import one_answer
from ctxfn.wire.gemini.read_contents import read_content, read_system
from ctxfn.wire.gemini.reader import Reader
from ctxfn.wire.gemini.spelling import split
from ctxfn.wire.gemini.tools import read_tools
from ctxfn.wire.gemini.written import CODEC, BodyForm
from ctxfn.wire.repeated_keys import told_repeats
from ctxfn.wire.rows_in import RowsIn, body_of, row_list
from ctxfn.wire.values import Keep

__all__ = ["decode", "decode_bytes"]

_KEYS: Final = ("contents", "systemInstruction", "tools")


def decode(body: object) -> Conversation:
    """Read *body*, a request or a list of contents.

    Contract:
        *body* is neither changed nor kept. The field ``systemInstruction`` is the first
        message; each result of a tool is one of its own, and so is what is said beside it, so
        there may be more messages than contents. Problems count the messages read. Keys are
        known in both spellings. A call without an id gets one made of its number; a result
        without one answers the first open call of its name. Parts that only this format knows
        are kept verbatim. Every other key has its place among the extras or the settings.
        ``encode(decode(body)).body`` is *body*, order and spelling of keys included, wherever
        there is no problem and no unknown role.

    Complexity: O(size of *body*), and of calls without a result for each result.

    Source: Google's API reference, "Generating content"; recorded requests for what it does
    not say; ours for what it would refuse.

    Raises:
        InvalidMessages: no list of contents, or something in it that is no content.
        InvalidJson: a value that JSON does not have, in a setting or a declaration.
        TooDeep: a value nested deeper than `MAX_JSON_DEPTH`.

    Examples:
        >>> asked = {"functionCall": {"name": "now", "args": {}}}
        >>> told = {"functionResponse": {"name": "now", "response": {"result": "noon"}}}
        >>> said = decode([{"role": "model", "parts": [asked]}, {"role": "user", "parts": [told]}])
        >>> said.messages[1].call_id, said.messages[1].parts
        ('gemini_0', (Text('noon'),))
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
        >>> decode_bytes(b'[{"parts": [{"text": "hi"}]}]').messages[0].role
        'user'
    """
    value, repeated = parse_json(data)
    return told_repeats(_conversation(value, own), repeated)


def _conversation(body: object, keep: Keep) -> Conversation:
    reader = Reader(keep)
    if isinstance(body, list | tuple):
        return Conversation(_messages(body, [], reader), problems=tuple(reader.problems))
    body = body_of(body, "contents")
    found, others = split(body, _KEYS)
    rows = row_list(found, "contents")
    front: list[Node] = []
    if found.get("systemInstruction") is not None:
        front.append(read_system(found["systemInstruction"], reader))
    messages = _messages(rows, front, reader)
    reader.index = None
    declared = found.get("tools")
    tools = None if declared is None else read_tools(declared, reader)
    nulls = tuple(key for key, one in found.items() if one is None)
    written = BodyForm(CODEC, tuple(body), nulls, isinstance(declared, dict))
    return Conversation(messages, tools, keep(others), written, tuple(reader.problems))


def _messages(rows: Sequence[object], nodes: list[Node], reader: Reader) -> Messages:
    with RowsIn(rows, "a content (a dict with parts)") as each:
        for row in each:
            reader.number = each.index
            read = read_content(row, reader, len(nodes))
            whole = one_answer(nodes[-1], read[0]) if nodes and len(read) == 1 else None
            nodes[-1 if whole else len(nodes) :] = [whole] if whole else read
    return pvector(nodes)
