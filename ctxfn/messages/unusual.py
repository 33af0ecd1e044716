"""Which messages are more than a text and calls: several steps ask, and few messages are."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from ctxfn.messages.calls import Call
from ctxfn.messages.cards import Messages, Node
from ctxfn.messages.last_look import LastLook
from ctxfn.messages.parts import Text
from ctxfn.messages.records import Assistant, System, ToolResult, User

__all__ = ["unusual"]

_SAID: Final = frozenset((System, User))


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
    return _LAST(messages)


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


_LAST: Final = LastLook(_found)
