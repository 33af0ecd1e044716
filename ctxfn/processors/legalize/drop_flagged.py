"""Leave out answers that a store flags as no words of a model's."""

from __future__ import annotations

from ctxfn.context import Note
from ctxfn.messages import Assistant, Messages, Node, reuse
from ctxfn.pipeline import Changed, processor

__all__ = ["drop_flagged"]


@processor
def drop_flagged(
    messages: Messages, /, *, keys: tuple[str, ...] = ("error",)
) -> Messages | Changed:
    """Leave out each assistant message that carries one of *keys* with something in it.

    A text like ``Error: rate limit`` was written by a program. A model that reads it as its own
    words begins to write such texts.

    Contract:
        A key counts if its value is neither false, null, zero nor empty; whose format carried
        it does not matter. Its calls go with the message, and its results are then orphans: pair
        afterwards. Each message is noted. Nothing flagged: the same object. Twice is once.

    Complexity: O(nodes + keys carried).

    Source: catalogue rule ``error-text-in-history``.

    Examples:
        >>> from attrs import evolve
        >>> from ctxfn.messages import assistant, chat, freeze, user
        >>> failed = assistant("Error: overloaded")
        >>> failed = evolve(failed, extras=(("openai_chat", freeze({"error": True})),))
        >>> [message.role for message in drop_flagged(chat(user("Hi"), failed))]
        ['user']
    """
    after: list[Node] = []
    notes: list[Note] = []
    for place, node in enumerate(messages):
        flag = _flag(node, keys) if isinstance(node, Assistant) and node.extras else None
        if flag is None:
            after.append(node)
            continue
        ids = () if node.id is None else (node.id,)
        text = f"no words of the model's: flagged by {flag!r}, left out"
        notes.append(Note("drop_flagged", "flagged", text, ids, (place,)))
    return Changed(reuse(messages, after), tuple(notes)) if notes else messages


def _flag(node: Assistant, keys: tuple[str, ...]) -> str | None:
    for _, carried in node.extras:
        value = carried.shared()
        if isinstance(value, dict):
            found = next((key for key in keys if value.get(key)), None)
            if found is not None:
                return found
    return None
