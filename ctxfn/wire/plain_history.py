"""Histories of words and calls alone, as nearly all are: one look spares many questions."""

from __future__ import annotations

from typing import Final

from ctxfn.messages import Assistant, Call, Messages, System, Text, ToolResult, User
from ctxfn.wire.openai_chat.written import SHARED

__all__ = ["only_words_and_calls"]

_ROLES: Final = frozenset((System, User, Assistant, ToolResult))

#: The usual ways in which a message was written, by identity: they are shared, and stay.
_USUAL: Final = frozenset((id(None), *map(id, SHARED)))


def only_words_and_calls(messages: Messages, /) -> bool:
    """Say whether each message is one text with words in it, or calls, and nothing else.

    Contract:
        Then there are no media, thoughts, refusals, names, signatures, blocks, marks or keys of
        other formats, nothing is empty or was written as an empty list or left out, and each
        call and result is of the kind ``function``. Ids, origins, the names of tools and their
        arguments may be anything; so may it be that a result is missing, or stands alone.

    Complexity: O(nodes + calls), up to the first that is more.

    Source: ours.

    Examples:
        >>> from ctxfn.messages import assistant, call, chat, tool_result, user
        >>> said = chat(user("hi"), assistant(call("c1")), tool_result("c1", "42"))
        >>> only_words_and_calls(said), only_words_and_calls(said.append(user(" ")))
        (True, False)
    """
    # One expression a message: a function called for each would take longer than all of it.
    for node in messages:
        kind, parts = type(node), node.parts
        if (
            kind not in _ROLES
            or id(node.written) not in _USUAL
            or node.extras
            or node.marks
            or node.blocks
            or len(parts) > 1
        ):
            return False
        if parts and (
            type(part := parts[0]) is not Text
            or not (text := part.text)
            or text.isspace()
            or part.extras
            or part.signature is not None
        ):
            return False
        if type(node) is Assistant:
            calls = node.calls
            if (
                node.reasoning
                or node.name is not None
                or not (parts or calls)
                or (calls and not _are_usual(calls))
            ):
                return False
        elif not parts or (
            (node.kind != "function" or node.state is not None or node.error is not None)
            if type(node) is ToolResult
            else isinstance(node, System | User) and node.name is not None
        ):
            return False
    return True


def _are_usual(calls: tuple[Call, ...]) -> bool:
    for call in calls:
        if call.kind != "function" or call.extras or call.signature is not None:
            return False
    return True
