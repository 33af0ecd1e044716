"""Which rule speaks of a value that could not be read as it stood."""

from __future__ import annotations

from typing import Final, Literal, TypeAlias

from ctxfn.messages import Node, ToolResult, Unknown
from ctxfn.wire import Conversation, Loss

__all__ = ["Speaker", "as_path", "speaker_of"]

#: The names of the rules that look at what decoding could not read.
Speaker: TypeAlias = Literal[
    "arguments-type",
    "function-response-not-object",
    "tool-result-content-type",
    "reasoning-item-summary",
    "unknown-role",
    "unreadable-value",
]

_SUMMARY: Final = "].summary"
_ARGUMENTS: Final = (".arguments", ".args", "].input", ".toolUse.input")
_ANSWER: Final = ".functionResponse.response"
_RESULTS: Final = ("content", "output", "].content", ".toolResult.content")


def speaker_of(conversation: Conversation, problem: Loss) -> Speaker:
    """Return which rule tells of *problem*: one alone, so that nothing is told twice.

    Complexity: O(1).

    Source: ours; the rows of the catalogue on arguments and results.
    """
    node = _at(conversation, problem.index)
    path = problem.path
    if isinstance(node, Unknown):
        return "unknown-role"
    if path.endswith(_SUMMARY):
        return "reasoning-item-summary"
    if path.replace("function_response", "functionResponse").endswith(_ANSWER):
        return "function-response-not-object"
    if path.endswith(".toolResult"):
        return "tool-result-content-type"
    if isinstance(node, ToolResult) and path.endswith(_RESULTS):
        return "tool-result-content-type"
    if node is not None and path.endswith(_ARGUMENTS):
        return "arguments-type"
    return "unreadable-value"


def as_path(problem: Loss) -> tuple[str, ...]:
    """Return the path of *problem* as keys.

    Complexity: O(characters).
    """
    return tuple(key for key in problem.path.split(".") if key)


def _at(conversation: Conversation, index: int | None) -> Node | None:
    there = index is not None and index < len(conversation.messages)
    return conversation.messages[index] if there and index is not None else None
