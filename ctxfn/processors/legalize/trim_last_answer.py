"""Take white space off the end of an answer that the model is to go on with."""

from __future__ import annotations

from attrs import evolve

from ctxfn.context import Note
from ctxfn.messages import Assistant, Messages, Part, Text, with_parts
from ctxfn.pipeline import Changed, processor

__all__ = ["trim_last_answer"]


@processor
def trim_last_answer(messages: Messages, /) -> Messages | Changed:
    """Take the white space off the end of the last text, if an answer that calls nothing is last.

    Contract:
        No other message, text or thought is touched. A text that was nothing else goes. It is
        noted; nothing to take: the same object. Twice is once.

    Complexity: O(characters of that text).

    Source: catalogue rule ``final-assistant-trailing-whitespace``.

    Examples:
        >>> from ctxfn.messages import assistant, chat, text_of, user
        >>> text_of(trim_last_answer(chat(user("Go on."), assistant("Once ")))[1])
        'Once'
    """
    last = messages[-1] if messages else None
    if not isinstance(last, Assistant) or last.calls or not last.parts:
        return messages
    parts: list[Part] = list(last.parts)
    end: Part | None = parts[-1]
    while isinstance(end, Text) and end.text != end.text.rstrip():
        parts[-1:] = [evolve(end, text=end.text.rstrip())] if end.text.strip() else []
        end = parts[-1] if parts else None
    if len(parts) == len(last.parts) and end is last.parts[-1]:
        return messages
    ids = () if last.id is None else (last.id,)
    place = len(messages) - 1
    note = Note("trim_last_answer", "trimmed", "white space at its end left out", ids, (place,))
    return Changed(messages.set(place, with_parts(last, tuple(parts))), (note,))
