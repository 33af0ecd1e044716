"""Take the cards of one agent's steps apart."""

from __future__ import annotations

from ctxfn.messages import AssistantGroup, Message, Supervisor
from ctxfn.pipeline import Told, each_message
from ctxfn.processors.reshape.unfold import calls_left_out, unfold

__all__ = ["flatten_groups"]


@each_message
def flatten_groups(
    card: AssistantGroup | Supervisor, /
) -> AssistantGroup | Supervisor | tuple[Message, ...] | Told | None:
    """Put the messages of *card* in its place: each turn's answer, then its results.

    Contract:
        What becomes of the card's own words and fields: `ctxfn.processors.reshape.unfold`.
        A card without turns is one message with its words, or nothing (noted) if it has none;
        a supervisor without turns is left for `restore_supervisor`. Councils and batches of
        tasks are other steps'. A call without a result is left for `pair_tool_results`.

    Complexity: O(turns + calls + results).

    Source: LobeHub context-engine, group flattening; ours drops no word, signature,
    attachment, mark or agent.

    Examples:
        >>> from ctxfn.messages import Turn, assistant, call, chat, tool_result
        >>> turn = Turn(assistant("looking", call("c1")), (tool_result("c1", "42"),))
        >>> said = chat(AssistantGroup((turn, Turn(assistant("It is 42.")))))
        >>> [m.role for m in flatten_groups(said)]
        ['assistant', 'tool', 'assistant']
        >>> alone = chat(Supervisor())
        >>> flatten_groups(alone) is alone
        True
    """
    if isinstance(card, Supervisor) and not card.turns:
        return card
    messages, notes = unfold(card), calls_left_out(card, "flatten_groups")
    return Told(messages, notes) if notes else messages or None
