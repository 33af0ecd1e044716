"""Read a body, or a bare list of items: lenient about what it holds, exact about its meaning."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, TypeVar

from pyrsistent import pvector

from ctxfn.messages import (
    InvalidJson,
    InvalidMessages,
    Node,
    System,
    Text,
    TooDeep,
    User,
    freeze,
    own,
    parse_json,
)
from ctxfn.wire.codec import Conversation
from ctxfn.wire.openai_responses.held import marked_held
from ctxfn.wire.openai_responses.read_rows import read_rows
from ctxfn.wire.openai_responses.reader import Keep, Reader
from ctxfn.wire.openai_responses.tools import read_tools
from ctxfn.wire.openai_responses.written import CODEC, BodyForm, Form
from ctxfn.wire.repeated_keys import told_repeats
from ctxfn.wire.rows_in import body_of
from ctxfn.wire.values import name_of

__all__ = ["decode", "decode_bytes"]

T = TypeVar("T")

#: A body with one of these says enough without any input.
_INSTEAD: Final = ("prompt", "conversation", "previous_response_id", "instructions")


def decode(body: object) -> Conversation:
    """Read *body*, a request or a list of items.

    Contract:
        *body* is neither changed nor kept. Instructions are the first message, a system one;
        a model's items in a row are one answer; items of types that are not taken apart here
        are parts, kept whole where they stand. Where the server holds what came before, a result
        whose call is not here is marked so (`AskedElsewhere`). Every other key has its place, in a field, among
        the extras, or among the settings. What could not be read as it should is in `problems`,
        with the message's index and the item's place.
        ``encode(decode(body)).body`` is *body*, order of keys included, wherever there is no
        problem and the target takes the items' ids.

    Complexity: O(size of *body*).

    Source: OpenAI's API reference, "Create a model response"; recorded requests for what it
    does not say; ours for what it would refuse.

    Raises:
        InvalidMessages: no input, or something in it that is no item.
        InvalidJson: a value that JSON does not have, in a setting or a declaration.
        TooDeep: a value nested deeper than `MAX_JSON_DEPTH`.

    Examples:
        >>> said = decode({"instructions": "Be brief.", "input": "hi"})
        >>> [node.role for node in said.messages]
        ['system', 'user']
        >>> call = {"type": "function_call", "call_id": "c", "name": "now", "arguments": "{}"}
        >>> read = decode([{"role": "assistant", "content": "Let me see."}, call])
        >>> len(read.messages), read.messages[0].calls[0].tool
        (1, 'now')
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
        >>> decode_bytes(b'{"input": "hi"}').messages[0].parts
        (Text('hi'),)
    """
    value, repeated = parse_json(data)
    return told_repeats(_conversation(value, own), repeated)


def _conversation(body: object, keep: Keep) -> Conversation:
    reader = Reader(keep)
    if isinstance(body, list | tuple):
        rows = body
        nodes = marked_held(_guarded(reader, lambda: read_rows(rows, reader, 0)), {})
        return Conversation(pvector(nodes), problems=tuple(reader.problems))
    fields = body_of(body, "items")
    said = _instructions(fields)
    one_text = isinstance(fields.get("input"), str)
    nodes = [*said, *_guarded(reader, lambda: _input(fields, reader, len(said)))]
    nodes = marked_held(nodes, fields)
    tools = None if fields.get("tools") is None else read_tools(fields["tools"], reader)
    nulls = ("tools",) if "tools" in fields and fields["tools"] is None else ()
    taken = ("input", "tools", "instructions") if said else ("input", "tools")
    settings = keep({key: one for key, one in fields.items() if key not in taken})
    written = BodyForm(CODEC, tuple(fields), nulls, one_text)
    return Conversation(pvector(nodes), tools, settings, written, tuple(reader.problems))


def _instructions(body: dict[str, object]) -> list[Node]:
    """Read the field for instructions; without a word in it, it is a setting like any other."""
    text = body.get("instructions")
    if not isinstance(text, str) or not text:
        return []
    return [System((Text(text),), written=Form(CODEC, place="instructions"))]


def _input(body: dict[str, object], reader: Reader, first: int) -> list[Node]:
    given = body.get("input")
    if isinstance(given, str):
        return [User((Text(given),) if given else ())]
    if isinstance(given, list | tuple):
        return read_rows(given, reader, first)
    if "input" not in body and any(body.get(key) is not None for key in _INSTEAD):
        return []
    found = name_of(given) if "input" in body else "nothing"
    raise InvalidMessages(None, "input", found, "a text or a list of items")


def _guarded(reader: Reader, read: Callable[[], T]) -> T:
    try:
        return read()
    except TooDeep as wrong:
        raise TooDeep(reader.index, wrong.depth, wrong.limit) from wrong
    except InvalidJson as wrong:
        dot = "." if wrong.path and not wrong.path.startswith("[") else ""
        path = f"{reader.path}{dot}{wrong.path}"
        raise InvalidMessages(reader.index, path, wrong.found, wrong.expected) from wrong
