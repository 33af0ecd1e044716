"""Any card as messages: for a history whose cards nobody took apart before."""

from __future__ import annotations

from typing import assert_never

from attrs import evolve

from ctxfn.messages import (
    Assistant,
    AssistantGroup,
    Compare,
    CompressedGroup,
    Council,
    Message,
    Node,
    Supervisor,
    System,
    Task,
    TaskCallback,
    Tasks,
    ToolResult,
    Unknown,
    User,
    Verification,
    has_content,
)
from ctxfn.processors.reshape.unfold import said_by, unfold

__all__ = ["unfold_any"]


def unfold_any(node: Node) -> tuple[Message, ...]:
    """Return *node* as messages that a model can read, in order, whatever it is.

    Contract:
        A message is itself. What an agent says (its own words, then what the card holds) is
        the assistant's; what stands for history, reports or comes from an unknown role is a
        user's. Of answers side by side the chosen one is taken, or all if none is. Without
        content, nothing.

    Complexity: O(nodes inside).

    Source: ours; the steps of this room know more about each card and run before.

    Examples:
        >>> from ctxfn.messages import Text, assistant
        >>> [m.role for m in unfold_any(Council((assistant("yes"), assistant("no"))))]
        ['assistant', 'assistant']
        >>> unfold_any(Unknown("note", (Text("mind the gap"),)))[0].role
        'user'
    """
    match node:
        case System() | User() | Assistant() | ToolResult():
            return (node,)
        case AssistantGroup() | Supervisor():
            return unfold(node)
        case Task():
            return _if_any(said_by(node))
        case Council():
            return _all(_by_agent(node), node.members)
        case Tasks():
            return _all(_by_agent(node), node.tasks)
        case Compare():
            return _all(_by_agent(node), _chosen(node))
        case CompressedGroup():
            return _all(_by_user(node), node.pinned)
        case TaskCallback() | Verification() | Unknown():
            return _if_any(_by_user(node))
        case _:
            assert_never(node)


def _all(own: Message, inner: tuple[Node, ...]) -> tuple[Message, ...]:
    return (*_if_any(own), *(message for node in inner for message in unfold_any(node)))


def _if_any(message: Message) -> tuple[Message, ...]:
    return (message,) if has_content(message) else ()


def _by_agent(card: Council | Tasks | Compare) -> Assistant:
    said = Assistant(card.parts, card.id, blocks=card.blocks, marks=card.marks)
    return evolve(said, origin=card.origin, extras=card.extras)


def _by_user(card: CompressedGroup | TaskCallback | Verification | Unknown) -> User:
    said = User(card.parts, card.id, None, card.blocks, card.marks)
    return evolve(said, origin=card.origin, extras=card.extras)


def _chosen(card: Compare) -> tuple[Node, ...]:
    for column in card.columns:
        names = {column.id, *(node.id for node in column.nodes)} - {None}
        if card.active in names:
            return column.nodes
    return tuple(node for column in card.columns for node in column.nodes)
