"""That what should be messages are records of ours, and no dicts."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Final, NoReturn, TypeVar, get_args

from pyrsistent import PVector

from ctxfn.messages.cards import Node
from ctxfn.messages.errors import InvalidMessages

__all__ = ["NODES", "check_nodes", "refuse"]

N = TypeVar("N", bound=Node)

#: All there is of nodes.
NODES: Final = get_args(Node)

_HINT: Final = "Read dicts with a codec of ctxfn.wire, or write ctxfn.messages.chat(user(...), ...)"


def check_nodes(messages: Iterable[N], /) -> Sequence[N]:
    """Return *messages*, a list of them if they came one by one, once each is known to be one.

    A dict is no message: where nobody asks, most questions about it have an empty answer.

    Contract:
        The same object if it is a list, a tuple or a vector.

    Complexity: O(messages).

    Source: ours.

    Raises:
        InvalidMessages: *messages* is no list, or something in it is no message.

    Examples:
        >>> from ctxfn.messages import user
        >>> [node.role for node in check_nodes([user("hi")])]
        ['user']
        >>> check_nodes([{"role": "user", "content": "hi"}])
        Traceback (most recent call last):
        ...
        ctxfn.messages.errors.InvalidMessages: message 0: found a dict, expected a message record. \
Read dicts with a codec of ctxfn.wire, or write ctxfn.messages.chat(user(...), ...)
    """
    if not isinstance(messages, Iterable) or isinstance(messages, str | bytes | Mapping):
        found = f"a {type(messages).__name__}"
        raise InvalidMessages(None, "", found, "a list of messages", _HINT)
    every = messages if isinstance(messages, list | tuple | PVector) else tuple(messages)
    for place, node in enumerate(every):
        if not isinstance(node, NODES):
            refuse(place, node)
    return every


def refuse(place: int | None, node: object) -> NoReturn:
    """Refuse *node*, which is no message, at its *place*."""
    found = f"a {type(node).__name__}"
    raise InvalidMessages(place, "", found, "a message record", _HINT)
