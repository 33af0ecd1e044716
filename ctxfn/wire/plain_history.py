"""Histories of words and calls alone, as nearly all are: one look spares many questions."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from ctxfn.messages import (
    Assistant,
    Call,
    LastLook,
    Messages,
    Node,
    System,
    Text,
    ToolResult,
    User,
)
from ctxfn.wire.openai_chat.written import SHARED

__all__ = ["beyond_words_and_calls", "known_beyond", "only_words_and_calls"]

#: The usual ways in which a message was written, by identity: they are shared, and stay.
_USUAL: Final = frozenset((id(None), *map(id, SHARED)))


def only_words_and_calls(messages: Messages, /) -> bool:
    """Say whether each message is one text with words in it, or calls, and nothing else.

    Contract:
        Then there are no media, thoughts, refusals, names, signatures, blocks, marks or keys of
        other formats, nothing is empty or was written as an empty list or left out, and each
        call and result is of the kind ``function``. Ids, origins, the names of tools and their
        arguments may be anything; so may it be that a result is missing, or stands alone.

    Complexity: O(nodes + calls) the first time, O(1) for the messages asked about last.

    Source: ours.

    Examples:
        >>> from ctxfn.messages import assistant, call, chat, tool_result, user
        >>> said = chat(user("hi"), assistant(call("c1")), tool_result("c1", "42"))
        >>> only_words_and_calls(said), only_words_and_calls(said.append(user(" ")))
        (True, False)
    """
    return not _LAST(messages)


def beyond_words_and_calls(messages: Messages, /) -> tuple[int, ...]:
    """Return the places of the messages that are more, or less, than `only_words_and_calls` asks.

    Contract:
        In order. At all other places stands one of the four messages, as is said there.

    Complexity: as `only_words_and_calls`, and a glance at each message where a few of those asked
    about last were replaced.

    Source: ours.

    Examples:
        >>> from ctxfn.messages import chat, user
        >>> beyond_words_and_calls(chat(user("hi"), user(" "), user("ho", name="Ana")))
        (1, 2)
    """
    return _LAST(messages)


def known_beyond(messages: Messages, /) -> tuple[int, ...] | None:
    """Return `beyond_words_and_calls` if it was asked about *messages* last, else ``None``.

    For a step that has a quicker look of its own, where nobody else asked.

    Contract:
        Nobody looks.

    Complexity: O(1).

    Source: ours.

    Examples:
        >>> from ctxfn.messages import chat, user
        >>> said = chat(user("hi"), user(" "))
        >>> known_beyond(said), beyond_words_and_calls(said), known_beyond(said)
        (None, (1,), (1,))
    """
    return _LAST.known(messages)


def _beyond(nodes: Sequence[Node]) -> list[int]:
    """Look at *nodes*: one expression that calls nothing for what is plain."""
    return [
        place
        for place, node in enumerate(nodes)
        if not (
            (
                len(parts := node.parts) == 1
                and type(part := parts[0]) is Text
                and (text := part.text)
                and not text.isspace()
                and not part.extras
                and part.signature is None
            )
            or (not parts and type(node) is Assistant and node.calls)
        )
        or (
            (node.kind != "function" or node.state is not None or node.error is not None)
            if type(node) is ToolResult
            else (
                node.reasoning
                or node.name is not None
                or (node.calls and not _are_usual(node.calls))
            )
            if type(node) is Assistant
            else not isinstance(node, User | System) or node.name is not None
        )
        or id(node.written) not in _USUAL
        or node.extras
        or node.marks
        or node.blocks
    ]


def _are_usual(calls: tuple[Call, ...]) -> bool:
    for call in calls:
        if call.kind != "function" or call.extras or call.signature is not None:
            return False
    return True


_LAST: Final = LastLook(_beyond)
