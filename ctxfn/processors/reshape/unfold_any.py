"""Any card as messages: for a history whose cards nobody took apart before."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, NamedTuple, cast

from ctxfn.context import Note
from ctxfn.messages import (
    AssistantGroup,
    Compare,
    CompressedGroup,
    Council,
    Message,
    Node,
    Supervisor,
    Task,
    TaskCallback,
    Tasks,
    Unknown,
    Verification,
)
from ctxfn.pipeline import Told
from ctxfn.processors.reshape.choose_columns import open_compare
from ctxfn.processors.reshape.flatten_councils import open_council
from ctxfn.processors.reshape.own_words import by_agent, by_user, if_any
from ctxfn.processors.reshape.surface_summaries import open_summary
from ctxfn.processors.reshape.take_apart import Opener, take_apart
from ctxfn.processors.reshape.unfold import calls_left_out, said_by, unfold

__all__ = ["OPENERS", "Unfolded", "unfold_any"]


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
    told = take_apart(node, OPENERS, step)
    if not isinstance(told, Told):
        told = Told((told,))
    # No card is left: there is an opener for each.
    return Unfolded(cast("tuple[Message, ...]", told.nodes), told.notes)


def _open_tasks(card: Tasks) -> Told:
    own = if_any(by_agent(card))
    return Told((*own.nodes, *card.tasks), own.notes)


def _open_steps(card: AssistantGroup | Supervisor) -> Told:
    return Told(unfold(card), calls_left_out(card, ""))


def _open_task(card: Task) -> Told:
    return if_any(said_by(card))


def _open_report(card: TaskCallback | Verification | Unknown) -> Told:
    return if_any(by_user(card))


#: One for each kind of card, which a test holds it to.
OPENERS: Final[Mapping[type, Opener]] = {
    AssistantGroup: _open_steps,
    Supervisor: _open_steps,
    Council: open_council,
    Compare: open_compare,
    CompressedGroup: open_summary,
    Tasks: _open_tasks,
    Task: _open_task,
    TaskCallback: _open_report,
    Verification: _open_report,
    Unknown: _open_report,
}
