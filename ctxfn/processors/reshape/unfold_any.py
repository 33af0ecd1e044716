"""Any card as messages: for a history whose cards nobody took apart before."""

from __future__ import annotations

from typing import NamedTuple, assert_never, cast

from ctxfn.context import Note
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
)
from ctxfn.pipeline import Told
from ctxfn.processors.reshape.choose_columns import open_compare
from ctxfn.processors.reshape.flatten_councils import open_council
from ctxfn.processors.reshape.own_words import by_agent, by_user, if_any
from ctxfn.processors.reshape.surface_summaries import open_summary
from ctxfn.processors.reshape.take_apart import take_apart
from ctxfn.processors.reshape.unfold import said_by, unfold

__all__ = ["Unfolded", "unfold_any"]


class Unfolded(NamedTuple):
    """The messages of a node, and what they do not show."""

    messages: tuple[Message, ...]
    notes: tuple[Note, ...]


def unfold_any(node: Node, step: str) -> Unfolded:
    """Return *node* as messages that a model can read, in order, whatever it is.

    Contract:
        A message is itself. Each card is opened as the step for its kind does with its default
        options; what no step knows is the assistant's if an agent said it, a user's if it
        reports or comes from an unknown role. Without content, nothing. The notes are *step*'s.

    Complexity: O(nodes inside), at any depth.

    Source: ours; the steps of this room run before and leave what they know nothing of.

    Examples:
        >>> from ctxfn.messages import Text, assistant
        >>> council = Council((assistant("yes"), assistant("no")))
        >>> [m.role for m in unfold_any(council, "mine").messages]
        ['assistant', 'assistant']
        >>> unfold_any(Unknown("note", (Text("mind the gap"),)), "mine").messages[0].role
        'user'
    """
    told = take_apart(node, _opened, step)
    if not isinstance(told, Told):
        told = Told((told,))
    # No card is left: `_opened` has something for each.
    return Unfolded(cast("tuple[Message, ...]", told.nodes), told.notes)


def _opened(node: Node) -> Told | None:
    match node:
        case System() | User() | Assistant() | ToolResult():
            return None
        case AssistantGroup() | Supervisor():
            return Told(unfold(node))
        case Task():
            return if_any(said_by(node))
        case Council():
            return open_council(node)
        case Compare():
            return open_compare(node)
        case CompressedGroup():
            return open_summary(node)
        case Tasks():
            own = if_any(by_agent(node))
            return Told((*own.nodes, *node.tasks), own.notes)
        case TaskCallback() | Verification() | Unknown():
            return if_any(by_user(node))
        case _:
            assert_never(node)
