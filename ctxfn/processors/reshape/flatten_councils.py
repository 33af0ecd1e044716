"""Take apart what several agents answered side by side."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from attrs import evolve

from ctxfn.messages import (
    NOWHERE,
    AssistantGroup,
    Compare,
    CompressedGroup,
    Council,
    Node,
    Origin,
    Supervisor,
    Tasks,
    ToolResult,
)
from ctxfn.pipeline import Told, each_message
from ctxfn.processors.reshape.own_words import by_agent, if_any
from ctxfn.processors.reshape.take_apart import Opener, take_apart
from ctxfn.processors.reshape.unfold import calls_left_out, said_by, unfold

__all__ = ["flatten_councils", "open_council"]

_STEP: Final = "flatten_councils"


@each_message
def flatten_councils(card: Council | Tasks | Compare | CompressedGroup, /) -> Node | Told:
    """Put the members of each council in its place, in the order they are stored.

    Contract:
        What the council says itself comes first, as an assistant's. A member keeps its role, id
        and fields; one that is a card of an agent's steps becomes its messages, as by
        `flatten_groups`, one that is a council its members, and other cards stay cards. Where a
        member does not know them, its parent is the message the council hangs on, and thread,
        topic, team and times are the council's; who speaks is never taken from it. Councils
        inside other cards are taken apart there. One that holds nothing and says nothing goes
        (noted).

    Complexity: O(nodes inside), at any depth.

    Source: LobeHub context-engine, council flattening; it makes every member an assistant's
    line, and loses nested members, a supervisor's steps, marks, files, signatures, and the
    agent of results.

    Raises:
        TooManyNodes: the same cards stand inside each other so often that no end is near.

    Examples:
        >>> from ctxfn.messages import assistant, chat, user
        >>> asked = Council((assistant("yes", id="a"), assistant("no", id="b")), anchor="m1")
        >>> said = flatten_councils(chat(user("Is it?", id="m1"), asked))
        >>> [(m.role, m.id, m.origin.parent) for m in said]
        [('user', 'm1', None), ('assistant', 'a', 'm1'), ('assistant', 'b', 'm1')]
    """
    return take_apart(card, _OPENERS, _STEP)


def open_council(card: Council) -> Told:
    """Return what stands in place of *card*, councils inside it still closed.

    Contract:
        `flatten_councils`, one level.

    Complexity: O(members, and steps of those that are groups).

    Source: ours.

    Examples:
        >>> from ctxfn.messages import assistant
        >>> [one.role for one in open_council(Council((Council(), assistant("yes")))).nodes]
        ['agentCouncil', 'assistant']
    """
    anchor = card.anchor if card.anchor is not None else card.origin.parent
    own = by_agent(card)
    if own.origin.parent is None and anchor is not None:
        own = evolve(own, origin=evolve(own.origin, parent=anchor))
    told = if_any(own)
    members = (one for member in card.members for one in _member(member, card.origin, anchor))
    notes = (
        note
        for member in card.members
        if isinstance(member, AssistantGroup | Supervisor)
        for note in calls_left_out(member, _STEP)
    )
    return Told((*told.nodes, *members), (*told.notes, *notes))


_OPENERS: Final[Mapping[type, Opener]] = {Council: open_council}


def _member(node: Node, card: Origin, anchor: str | None) -> tuple[Node, ...]:
    placed = _placed(node, card, anchor)
    if not isinstance(placed, AssistantGroup | Supervisor):
        return (placed,)
    if isinstance(placed, Supervisor) and not placed.turns:
        return (said_by(placed),)
    return unfold(placed)


def _placed(node: Node, card: Origin, anchor: str | None) -> Node:
    """Tell *node* where it is, as far as it does not know.

    A result has no parent from here: that would say which call it answers.
    """
    own = node.origin
    parent = anchor if own.parent is None and not isinstance(node, ToolResult) else own.parent
    if card is NOWHERE and parent == own.parent:
        return node
    origin = evolve(
        own,
        parent=parent,
        thread=card.thread if own.thread is None else own.thread,
        topic=card.topic if own.topic is None else own.topic,
        group=card.group if own.group is None else own.group,
        created_ms=card.created_ms if own.created_ms is None else own.created_ms,
        updated_ms=card.updated_ms if own.updated_ms is None else own.updated_ms,
    )
    return node if origin == own else evolve(node, origin=origin)
