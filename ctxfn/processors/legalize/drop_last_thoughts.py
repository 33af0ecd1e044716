"""Leave the thoughts out of an answer that a model is to go on with."""

from __future__ import annotations

from attrs import evolve

from ctxfn.context import Note
from ctxfn.messages import Assistant, Messages, has_content
from ctxfn.pipeline import Changed, processor

__all__ = ["drop_last_thoughts"]


@processor
def drop_last_thoughts(messages: Messages, /) -> Messages | Changed:
    """Leave the reasoning out of the last message, if it is an assistant's.

    Where thinking is off, a last answer with thoughts is refused; earlier ones may have them.

    Contract:
        Words and calls stay; a message that held nothing but thoughts goes. It is noted. No
        thoughts there: the same object. Twice is once, but for what a message that goes leaves
        at the end.

    Complexity: O(1).

    Source: catalogue rule ``thinking-when-disabled``.

    Examples:
        >>> from ctxfn.messages import Reasoning, assistant, chat, user
        >>> said = chat(user("Go on."), assistant(Reasoning("Hm.", "sig"), "Once"))
        >>> drop_last_thoughts(said)[1].reasoning
        ()
    """
    last = messages[-1] if messages else None
    if not isinstance(last, Assistant) or not last.reasoning:
        return messages
    place = len(messages) - 1
    ids = () if last.id is None else (last.id,)
    text = "thoughts of the answer to go on with left out, since thinking is off"
    note = Note("drop_last_thoughts", "last-thoughts", text, ids, (place,))
    kept = evolve(last, reasoning=(), written=None)
    if not has_content(kept):
        return Changed(messages[:place], (note,))
    return Changed(messages.set(place, kept), (note,))
