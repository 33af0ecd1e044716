"""Our own JSON of any messages: versioned, exact, the same bytes for equal messages.

The nodes inside cards stand in a list of their own, ``inner``, and cards name them by
number. So the text is as flat as its messages are deep: writing, reading and pickling
need no stack. A node in ``inner`` names only earlier ones, and each is named once: what
stands in two places is written twice, so that no short text means a tree without end.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from itertools import count
from typing import Final, get_args

from pyrsistent import pvector

from ctxfn.messages.canonical_read import Inner, read_record
from ctxfn.messages.canonical_write import write_record
from ctxfn.messages.cards import Compare, CompressedGroup, Council, Messages, Node, Tasks
from ctxfn.messages.deep_json import write_deep
from ctxfn.messages.errors import InvalidJson, InvalidMessages
from ctxfn.messages.inside import MANY_NODES, check_size
from ctxfn.messages.limits import MAX_CARD_DEPTH, MAX_JSON_DEPTH
from ctxfn.messages.parse_json import parse_json, path_text
from ctxfn.messages.questions import nested_in

__all__ = ["from_json", "read_messages", "to_json", "written"]

#: Of the form described here. A reader refuses any other.
VERSION: Final = 1

_NODES: Final = frozenset(get_args(Node))

#: Brackets of ours around a value that is carried, and room to spare.
_DEEPEST: Final = MAX_JSON_DEPTH + 32


def to_json(messages: Sequence[Node]) -> str:
    """Write *messages* as canonical JSON.

    Contract:
        ``from_json(to_json(m)) == m``; equal messages make equal text, numbers as they
        are. Keys are sorted, defaults left out, all characters ASCII. How a codec found a
        message written is not in it.

    Complexity: O(size), without recursion over cards.

    Source: ours.

    Raises:
        InvalidJson: a number in the messages is none of JSON's (not a number, infinite).
        InvalidMessages: something that is no message stands among them.
        TooManyNodes: a card's cards stand inside each other so often that no end is near.

    Examples:
        >>> from ctxfn.messages import chat, user
        >>> to_json(chat(user("hi")))
        '{"ctxfn":1,"messages":[{"is":"User","parts":[{"is":"Text","text":"hi"}]}]}'
    """
    return written(messages, sort_keys=True)


def written(messages: Sequence[Node], *, sort_keys: bool) -> str:
    """Write *messages* as `to_json` does; unsorted, verbatim values keep the order of their keys.

    Unsorted is for pickling: numbers that are none of JSON's are then written as Python does.
    """
    inner: list[object] = []
    outer = [_written(index, node, inner) for index, node in enumerate(messages)]
    body: dict[str, object] = {"ctxfn": VERSION, "inner": inner, "messages": outer}
    if not inner:
        del body["inner"]
    encode = json.JSONEncoder(
        sort_keys=sort_keys, separators=(",", ":"), allow_nan=not sort_keys
    ).encode
    try:
        return _encoded(body, encode, sort_keys)
    except ValueError as error:
        raise InvalidJson("the messages", str(error), "JSON's numbers") from None


def _encoded(body: object, encode: Callable[[object], str], sort_keys: bool) -> str:
    try:
        return encode(body)
    except RecursionError:
        return write_deep(body, encode, sort_keys=sort_keys)


def _written(index: int, node: Node, inner: list[object]) -> dict[str, object]:
    """Write *node*, and into *inner* all nodes below it that cards name, the innermost first."""
    order: list[Node] = [node]
    starts: list[int] = []
    for outer in order:
        starts.append(len(order))
        if len(starts) == MANY_NODES:
            check_size(node, index)
        if type(outer) not in _NODES:
            raise InvalidMessages(index, "", f"a {type(outer).__name__}", "a message record")
        if isinstance(outer, Council | Compare | Tasks | CompressedGroup):
            order += nested_in(outer)
    last = len(inner) + len(order) - 1
    # What stands at a place of the order has the number `last - place`.
    inner.extend(
        write_record(order[place], count(last - starts[place], -1))
        for place in range(len(order) - 1, 0, -1)
    )
    return write_record(node, count(last - starts[0], -1))


def from_json(text: str | bytes) -> Messages:
    """Read messages that `to_json` wrote.

    Contract:
        Nothing is skipped or guessed: what is not known where it stands is refused.

    Complexity: O(characters).

    Source: ours.

    Raises:
        InvalidJson: *text* does not parse.
        InvalidMessages: another version; a kind, a field or a value nobody knows there.
        TooDeep: cards inside cards, or a carried value, beyond `ctxfn.messages.limits`.

    Examples:
        >>> from ctxfn.messages import chat, user
        >>> from_json(to_json(chat(user("hi")))) == chat(user("hi"))
        True
    """
    return read_messages(_parsed(text), deepest=MAX_CARD_DEPTH)


def _parsed(text: str | bytes) -> object:
    """Parse *text*; nobody writes a key twice in it, so which one counts nobody said."""
    value, repeated = parse_json(text, deepest=_DEEPEST)
    for path in repeated:
        raise InvalidJson(path_text(path), "the key twice", "canonical JSON")
    return value


def read_messages(body: object, *, deepest: int | None) -> Messages:
    """Read messages from the parsed text; *deepest*: how many cards may be inside each other.

    Raises:
        InvalidMessages, TooDeep: as `from_json`.
    """
    version = body.get("ctxfn") if isinstance(body, dict) else None
    if not isinstance(body, dict) or type(version) is not int or version != VERSION:
        found = version if isinstance(body, dict) else type(body).__name__
        raise InvalidMessages(
            None, "ctxfn", f"{found!r}", f"the version {VERSION}", "Was it written by to_json?"
        )
    inner = Inner(deepest)
    for place, written in enumerate(_list(body, "inner", [])):
        inner.add(read_record(written, None, f"inner[{place}]", inner))
    unknown = sorted(body.keys() - {"ctxfn", "inner", "messages"})
    if unknown:
        raise InvalidMessages(None, unknown[0], "an unknown field", "inner or messages")
    written_messages = _list(body, "messages", None)
    messages = pvector(
        read_record(written, index, "", inner) for index, written in enumerate(written_messages)
    )
    if inner.free:
        where = f"inner[{min(inner.free)}]"
        raise InvalidMessages(None, where, "a node that no card names", "one that a card does")
    return messages


def _list(body: dict[str, object], key: str, missing: object) -> list[object]:
    value = body.get(key, missing)
    if not isinstance(value, list):
        raise InvalidMessages(None, key, f"a {type(value).__name__}", "a list")
    return value
