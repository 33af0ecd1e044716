"""Let the leader of a team speak as an assistant."""

from __future__ import annotations

from ctxfn.messages import Assistant, Supervisor
from ctxfn.pipeline import Told, each_message
from ctxfn.processors.reshape.unfold import calls_left_out, said_by, unfold

__all__ = ["restore_supervisor"]


@each_message
def restore_supervisor(card: Supervisor, /) -> Assistant | Told:
    """Turn *card* into an assistant message with the same words, calls, marks and origin.

    Contract:
        Nothing but the role changes, for a card without words too. One that still has turns is
        unfolded, so that no supervisor is left whatever the order of steps.

    Complexity: O(1); O(turns) if it has any.

    Source: LobeHub context-engine, supervisor role.

    Examples:
        >>> from ctxfn.messages import Text, chat
        >>> restore_supervisor(chat(Supervisor(parts=(Text("Ann, you start."),))))[0].role
        'assistant'
    """
    if not card.turns:
        return said_by(card)
    messages = unfold(card) or (said_by(card),)
    return Told(messages, calls_left_out(card, "restore_supervisor"))
