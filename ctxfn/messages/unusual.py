"""Which messages are more than a text and calls: several steps ask, and few messages are."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import compress, count
from operator import is_not
from typing import Final

from ctxfn.messages.calls import Call
from ctxfn.messages.cards import Messages, Node
from ctxfn.messages.parts import Text
from ctxfn.messages.records import Assistant, System, ToolResult, User

__all__ = ["unusual"]

_SAID: Final = frozenset((System, User))

#: With more changed messages than this, looking at all of them anew is as quick.
_FEW: Final = 256


class _Last:
    """The messages asked about last, and the answer.

    Records do not change, so it only saves work and never changes an answer. Steps that follow
    each other ask about the same messages, but for the few that one of them changed. It holds one
    conversation; question and answer are one value, so threads may share it.
    """

    def __init__(self) -> None:
        self.asked: tuple[Messages | None, tuple[int, ...]] = (None, ())


_LAST: Final = _Last()


def unusual(messages: Messages, /) -> tuple[int, ...]:
    """Return the places of what is more than one text without a bracket, and calls.

    Steps for blocks, media, markers, marks, states or foreign keys have nothing to do with any
    other message, so that one look at all texts does for all of them.

    Contract:
        In order. At all other places stands one of the four messages, with one `Text` that holds
        no ``<`` (an assistant's with calls may have none), no blocks, marks or extras anywhere,
        no state, error, reasoning or usage. Ids and origins do not count.

    Complexity: O(characters) the first time; O(1) for the messages asked about last, and a glance
    at each where a few of those were replaced.

    Source: ours.

    Examples:
        >>> from ctxfn.messages import Block, chat, inject, user
        >>> said = chat(user("plain", id="m1"), user("a < b"), inject(user("hi"), Block("a", "b")))
        >>> unusual(said)
        (1, 2)
    """
    before, places = _LAST.asked
    if before is not messages:
        places = tuple(_places(list(messages), before, places))
        _LAST.asked = messages, places
    return places


def _places(nodes: list[Node], before: Messages | None, known: tuple[int, ...]) -> Sequence[int]:
    if before is None or len(before) != len(nodes):
        return _found(nodes)
    changed = list(compress(count(), map(is_not, nodes, before)))
    if len(changed) > _FEW:
        return _found(nodes)
    again = [changed[one] for one in _found([nodes[place] for place in changed])]
    return sorted({*known}.difference(changed).union(again))


def _found(nodes: Sequence[Node]) -> list[int]:
    """Look at *nodes*: one expression that calls nothing for what is plain."""
    return [
        place
        for place, node in enumerate(nodes)
        if not (
            (
                len(parts := node.parts) == 1
                and type(only := parts[0]) is Text
                and "<" not in only.text
                and not only.extras
                and only.signature is None
            )
            or (not parts and type(node) is Assistant and node.calls)
        )
        or node.marks
        or node.blocks
        or node.extras
        or (
            (node.state is not None or node.error is not None)
            if type(node) is ToolResult
            else (node.reasoning or node.usage is not None or (node.calls and _carry(node.calls)))
            if type(node) is Assistant
            else type(node) not in _SAID
        )
    ]


def _carry(calls: tuple[Call, ...]) -> bool:
    """Say whether one of *calls* has foreign keys."""
    for call in calls:  # noqa: SIM110
        if call.extras:
            return True
    return False
