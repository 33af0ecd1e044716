"""Zones: which part of a request a message belongs to, and what of it changes every time."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from ctxfn.arguments import blames_arguments
from ctxfn.messages import Node, User, head_of, is_ours, last_said

from .usage import Zone

__all__ = ["Zones", "zones_of"]


class Zones(NamedTuple):
    """Where the history begins, and where the turn does: with the last thing a person said."""

    history: int
    turn: int

    def of(self, place: int) -> Zone:
        """Return the zone of the message at *place*."""
        if place >= self.turn:
            return "turn"
        return "head" if place < self.history else "history"

    def is_volatile(self, place: int, node: Node) -> bool:
        """Say whether *node* is ours and stands in the turn: the next request has it elsewhere."""
        return place > self.turn and is_ours(node) and isinstance(node, User)


@blames_arguments
def zones_of(messages: Sequence[Node]) -> Zones:
    """Divide *messages* into the head (system, and ours before anybody spoke), history and turn.

    Contract:
        Every message is in one zone, and zones stand in this order. Where no person spoke there
        is no turn.

    Complexity: O(head + turn).

    Source: the chat agent's zones.

    Examples:
        >>> from ctxfn.messages import assistant, chat, system, user
        >>> said = chat(system("Be kind."), user("Hi."), assistant("Hi!"), user("So?"))
        >>> zones = zones_of(said)
        >>> [zones.of(place) for place in range(len(said))]
        ['head', 'history', 'history', 'turn']
    """
    asked = last_said(messages)
    turn = len(messages) if asked is None else asked.place
    return Zones(min(head_of(messages), turn), turn)
