"""Our own JSON of any messages: versioned, exact, the same bytes for equal messages.

The nodes inside cards stand in a list of their own, ``inner``, and cards name them by
number. So the text is as flat as its messages are deep: writing, reading and pickling
need no stack. A node in ``inner`` names only earlier ones.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Final

from pyrsistent import pvector

from ctxfn.messages.canonical_read import read_record
from ctxfn.messages.canonical_write import write_record
from ctxfn.messages.cards import Compare, CompressedGroup, Council, Messages, Node, Tasks
from ctxfn.messages.errors import InvalidJson, InvalidMessages, TooDeep
from ctxfn.messages.limits import MAX_JSON_DEPTH
from ctxfn.messages.parse_json import parse_json
from ctxfn.messages.questions import nested_in

__all__ = ["from_json", "to_json", "written"]

#: Of the form described here. A reader refuses any other.
VERSION: Final = 1


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
        TooDeep: a carried value is nested deeper than the stack at hand.

    Examples:
        >>> from ctxfn.messages import chat, user
        >>> to_json(chat(user("hi")))
        '{"ctxfn":1,"messages":[{"is":"User","parts":[{"is":"Text","text":"hi"}]}]}'
    """
    return written(messages, sort_keys=True)


def written(messages: Sequence[Node], *, sort_keys: bool) -> str:
    """Write *messages* as `to_json` does; unsorted, verbatim values keep the order of their keys."""
    numbers: dict[int, int] = {}
    inner: list[object] = []
    for node in messages:
        for nested in _inside(node):
            if id(nested) not in numbers:
                inner.append(write_record(nested, numbers))
                numbers[id(nested)] = len(inner) - 1
    body: dict[str, object] = {"ctxfn": VERSION}
    if inner:
        body["inner"] = inner
    body["messages"] = [write_record(node, numbers) for node in messages]
    try:
        return json.dumps(body, sort_keys=sort_keys, separators=(",", ":"), allow_nan=False)
    except RecursionError:
        raise TooDeep(None, MAX_JSON_DEPTH, MAX_JSON_DEPTH) from None
    except ValueError as error:
        raise InvalidJson("the messages", str(error), "JSON's numbers") from None


def _inside(node: Node) -> list[Node]:
    """All nodes below *node* that cards name, the innermost first."""
    order: list[Node] = [node]
    for outer in order:
        if isinstance(outer, Council | Compare | Tasks | CompressedGroup):
            order += nested_in(outer)
    return order[:0:-1]


def from_json(text: str | bytes) -> Messages:
    """Read messages that `to_json` wrote.

    Contract:
        Nothing is skipped or guessed: what is not known where it stands is refused.

    Complexity: O(characters).

    Source: ours.

    Raises:
        InvalidJson: *text* does not parse.
        InvalidMessages: another version; a kind, a field or a value nobody knows there.
        TooDeep: values inside values without end.

    Examples:
        >>> from ctxfn.messages import chat, user
        >>> from_json(to_json(chat(user("hi")))) == chat(user("hi"))
        True
    """
    body = parse_json(text)
    if not isinstance(body, dict) or body.get("ctxfn") != VERSION:
        found = body.get("ctxfn") if isinstance(body, dict) else type(body).__name__
        raise InvalidMessages(
            None, "ctxfn", f"{found!r}", f"the version {VERSION}", "Was it written by to_json?"
        )
    known: list[Node] = []
    for place, written in enumerate(_list(body, "inner", [])):
        known.append(_node(written, None, f"inner[{place}]", known))
    unknown = sorted(body.keys() - {"ctxfn", "inner", "messages"})
    if unknown:
        raise InvalidMessages(None, unknown[0], "an unknown field", "inner or messages")
    written_messages = _list(body, "messages", None)
    return pvector(
        _node(written, index, "", known) for index, written in enumerate(written_messages)
    )


def _list(body: dict[str, object], key: str, missing: object) -> list[object]:
    value = body.get(key, missing)
    if not isinstance(value, list):
        raise InvalidMessages(None, key, f"a {type(value).__name__}", "a list")
    return value


def _node(written: object, index: int | None, path: str, known: list[Node]) -> Node:
    return read_record(written, index, path, known)
