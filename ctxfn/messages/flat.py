"""Whether a conversation is flat, and what is left to flatten if it is not."""

from __future__ import annotations

from typing import cast

from attrs import frozen

from ctxfn.messages.cards import Flat, Messages
from ctxfn.messages.check_nodes import check_nodes
from ctxfn.messages.questions import is_flat

__all__ = ["Left", "flat"]


@frozen
class Left:
    """Where the nodes stand that no model can read: index and role of each."""

    places: tuple[tuple[int, str], ...]


def flat(messages: Messages) -> Flat | Left:
    """Return *messages* itself as `Flat`, or which of its nodes are cards.

    Contract:
        The same vector, with a narrower type, or the places in order.

    Complexity: O(nodes).

    Source: ours; a role no model knows must never leave.

    Examples:
        >>> from ctxfn.messages import Council, chat, user
        >>> said = chat(user("hi"))
        >>> flat(said) is said
        True
        >>> flat(chat(Council()))
        Left(places=((0, 'agentCouncil'),))
    """
    check_nodes(messages)
    left = tuple((i, node.role) for i, node in enumerate(messages) if not is_flat(node))
    return Left(left) if left else cast("Flat", messages)
