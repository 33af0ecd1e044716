"""Whose words a message is: what an id names besides."""

from __future__ import annotations

from ctxfn.messages.cards import Node
from ctxfn.messages.records import System, ToolResult, User

__all__ = ["side_of"]


def side_of(node: Node, /) -> str:
    """Say whose words *node* is: a person's, the system's, those of a tool about one call, or else the model's.

    Some stores count each kind of message by itself, so one id may name a question, an answer
    and a result. Two messages are one only if id and side are the same.

    Contract:
        The kind of record decides, and for a result its call; never the words.

    Complexity: O(1).

    Source: ours.

    Examples:
        >>> from ctxfn.messages import assistant, tool_result, user
        >>> [side_of(node) for node in (user("hi"), assistant("Hi."), tool_result("c1", "42"))]
        ['user', 'model', 'tool c1']
    """
    match node:
        case ToolResult():
            return f"tool {node.call_id}"
        case User():
            return "user"
        case System():
            return "system"
        case _:
            return "model"
