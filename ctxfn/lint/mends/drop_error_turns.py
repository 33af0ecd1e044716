"""Leave out what no model said."""

from __future__ import annotations

from ctxfn.context import Note
from ctxfn.lint.error_texts import is_error_turn
from ctxfn.messages import Assistant
from ctxfn.pipeline import Told, each_message

__all__ = ["drop_error_turns"]


@each_message
def drop_error_turns(message: Assistant, /) -> Assistant | Told:
    """Leave *message* out if it is the text of an error, kept as if a model had said it.

    Contract:
        Its flag or its words say so; what calls tools stays. Each is noted. Twice is once.

    Complexity: O(characters).

    Source: catalogue rule ``error-text-in-history``.

    Examples:
        >>> from ctxfn.messages import assistant, chat, user
        >>> said = chat(user("Draw."), assistant("API Error: 529 overloaded_error"))
        >>> [message.role for message in drop_error_turns(said)]
        ['user']
    """
    if not is_error_turn(message):
        return message
    ids = () if message.id is None else (message.id,)
    text = "a message that tells of a refused request went"
    return Told((), (Note("drop_error_turns", "error-dropped", text, ids),))
