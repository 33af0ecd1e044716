"""What cards hold at any depth, where the same card may stand in several places."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

from ctxfn.messages.cards import Node
from ctxfn.messages.check_nodes import NODES, refuse
from ctxfn.messages.errors import TooManyNodes
from ctxfn.messages.limits import MAX_CARD_NODES
from ctxfn.messages.questions import nested_in

__all__ = ["MANY_NODES", "all_inside", "check_size", "every_node"]

#: Whoever opens a card has seen so many nodes before it asks how many there will be.
MANY_NODES: Final = 10_000


def all_inside(nodes: Iterable[Node]) -> tuple[Node, ...]:
    """Return *nodes* and all that is inside them, level by level, each object once.

    Contract:
        An object that stands in several places is there where it is met first.

    Complexity: O(objects), however often they stand there.

    Source: ours.

    Examples:
        >>> from ctxfn.messages import Council, user
        >>> twice = Council((user("a"),))
        >>> [node.role for node in all_inside([Council((twice, twice))])]
        ['agentCouncil', 'agentCouncil', 'user']
    """
    found: list[Node] = []
    seen: set[int] = set()
    for node in nodes:
        _add((node,), found, seen)
    for node in found:
        _add(nested_in(node), found, seen)
    return tuple(found)


def check_size(node: Node, index: int | None = None) -> None:
    """Refuse a card that holds more nodes than anybody opens, before it is opened.

    A card that stands twice in a card, which stands twice in another, and so on, is small as
    it is kept, and without end as it is read.

    Contract:
        Counted is each node as often as it stands there. *index* is told in the error.

    Complexity: O(objects), however often they stand there.

    Source: ours.

    Raises:
        TooManyNodes: there are more than `MAX_CARD_NODES`.

    Examples:
        >>> from ctxfn.messages import Council
        >>> card = Council()
        >>> check_size(card)
        >>> for _ in range(60):
        ...     card = Council((card, card))
        >>> check_size(card)
        Traceback (most recent call last):
        ...
        ctxfn.messages.errors.TooManyNodes: the input: its cards hold more than 1000000 \
messages, each counted wherever it stands. Flatten it before it is stored, or keep each card once.
    """
    sizes: dict[int, int] = {}
    waiting: list[tuple[Node, bool]] = [(node, False)]
    while waiting:
        one, entered = waiting.pop()
        if id(one) in sizes:
            continue
        held = nested_in(one)
        if held and not entered:
            waiting.append((one, True))
            waiting += [(inner, False) for inner in held if id(inner) not in sizes]
            continue
        size = 1 + sum(sizes[id(inner)] for inner in held)
        if size > MAX_CARD_NODES:
            raise TooManyNodes(index, MAX_CARD_NODES)
        sizes[id(one)] = size


def every_node(nodes: Iterable[Node], /) -> Iterator[Node]:
    """Yield *nodes* and all that stands in them, at any depth, each before what it holds.

    Contract:
        In the order a reader meets them, lazily; what stands in two places comes twice.

    Complexity: O(nodes at any depth), however deep.

    Source: ours.

    Raises:
        TooManyNodes: a card holds more than anybody opens; see `check_size`.
        InvalidMessages: something among *nodes* is no message.

    Examples:
        >>> from ctxfn.messages import Council, user
        >>> [node.role for node in every_node([Council((user("a"),)), user("b")])]
        ['agentCouncil', 'user', 'user']
    """
    for index, node in enumerate(nodes):
        if not isinstance(node, NODES):
            refuse(index, node)
        if not nested_in(node):
            yield node
            continue
        check_size(node, index)
        waiting = [node]
        while waiting:
            one = waiting.pop()
            yield one
            waiting.extend(reversed(nested_in(one)))


def _add(nodes: Iterable[Node], found: list[Node], seen: set[int]) -> None:
    for node in nodes:
        if id(node) not in seen:
            seen.add(id(node))
            found.append(node)
