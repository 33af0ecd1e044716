"""The two doors in: rows somebody else holds, and bytes that are ours alone."""

from __future__ import annotations

from typing import Final

from pyrsistent import pvector

from ctxfn.messages import MAX_JSON_DEPTH, InvalidMessages, Node, Verbatim, own, parse_json
from ctxfn.wire.codec import Conversation
from ctxfn.wire.repeated_keys import told_repeats
from ctxfn.wire.uichat.decode_cards import HOLDERS, Nested, inner_rows, read_node
from ctxfn.wire.uichat.depth import check_cards, check_json, copied
from ctxfn.wire.uichat.keys import CODEC
from ctxfn.wire.uichat.reading import Reading, Row

__all__ = ["decode", "decode_bytes"]


def decode(body: object) -> Conversation:
    """Read UI rows (a list, or an object with `messages`) that somebody else may change.

    Contract:
        Whatever a store may hold is read; what cannot be is skipped or carried, and
        reported in `problems`. Later changes of *body* are not seen.

    Complexity: O(size), without recursion over the tree.

    Source: LobeHub context-engine, the chat message of its interface; ours is lenient.

    Examples:
        >>> decode([{"id": "m1", "role": "user", "content": "hi"}]).messages[0].id
        'm1'
        >>> decode([None]).problems[0].reason
        'found null, expected an object'

    Raises:
        InvalidJson: a value in *body* is none of JSON's.
        InvalidMessages: *body* is no list, and has none.
        TooDeep: cards inside cards, or values inside values, beyond the limits.
    """
    rows = _rows(body)
    check_cards(rows)
    ours = [copied(row, index) for index, row in enumerate(rows)]
    if isinstance(body, dict):
        settings = {key: value for key, value in body.items() if key != "messages"}
        return _conversation(ours, tuple(body), own(copied(settings)))
    return _conversation(ours, None, None)


def decode_bytes(data: bytes) -> Conversation:
    """Parse *data* and read it as `decode` does, without copying: nobody else holds it.

    Contract:
        ``decode_bytes(json.dumps(rows).encode()) == decode(rows)``.

    Complexity: O(size).

    Source: ours.

    Examples:
        >>> decode_bytes(b'[{"role": "user", "content": "hi"}]').messages[0].role
        'user'

    Raises:
        InvalidJson: *data* does not parse.
        InvalidMessages: it holds no list of rows.
        TooDeep: as for `decode`.
    """
    # The limit is each row's, and rows stand in a list, which may stand in an object.
    body, repeated = parse_json(data, deepest=MAX_JSON_DEPTH + 2)
    rows = _rows(body)
    check_cards(rows)
    for index, row in enumerate(rows):
        check_json(row, index)
    if isinstance(body, dict):
        settings = {key: value for key, value in body.items() if key != "messages"}
        check_json(settings)
        read = _conversation(rows, tuple(body), own(settings))
    else:
        read = _conversation(rows, None, None)
    return told_repeats(read, repeated)


def _rows(body: object) -> list[object]:
    rows = body.get("messages") if isinstance(body, dict) else body
    if isinstance(rows, list | tuple):
        return list(rows)
    path = "messages" if isinstance(body, dict) else ""
    found = "null" if rows is None else f"a {type(rows).__name__}"
    raise InvalidMessages(
        None, path, found, "a list of rows", "Give the list of messages, or an object with it."
    )


def _conversation(
    rows: list[object], keys: tuple[str, ...] | None, settings: Verbatim | None
) -> Conversation:
    reading = Reading()
    nodes: list[Node] = []
    places: list[object] = []
    for index, row in enumerate(rows):
        reading.index = index
        if isinstance(row, dict):
            nodes.append(_tree(row, reading))
            places.append(None)
        else:
            reading.report("", row, "an object")
            places.append(own(row))
    # Entries that are no rows are remembered, to be written again where they stood.
    odd = tuple(places) if len(nodes) != len(rows) else None
    messages = pvector(nodes)
    return Conversation(
        messages,
        None,
        settings,
        (CODEC, keys, odd, messages),
        tuple(reading.problems),
    )


_NOTHING: Final[Nested] = {}


def _tree(row: Row, reading: Reading) -> Node:
    """Read a row and all in it: the inner ones first, so that nothing recurses."""
    if row.get("role") not in HOLDERS:
        return read_node(row, _NOTHING, reading)
    order = [("", row)]
    for path, outer in order:
        start = f"{path}." if path else ""
        order += [(start + inside, inner) for inside, inner in inner_rows(outer)]
    nested: dict[int, Node] = {}
    for path, inner in reversed(order):
        reading.path = path
        nested[id(inner)] = read_node(inner, nested, reading, inside=inner is not row)
    reading.path = ""
    return nested[id(row)]
