"""End with a person, for models that do not go on with words put into their mouths."""

from __future__ import annotations

from ctxfn.context import Note
from ctxfn.messages import Assistant, Messages, Node, Origin, System, Text, User
from ctxfn.pipeline import Changed, processor

__all__ = ["end_with_user"]


@processor
def end_with_user(
    messages: Messages, /, *, text: str = "Continue.", alone: str = "Begin."
) -> Messages | Changed:
    """Add a user message of ours that says *text* where an answer stands last.

    Contract:
        What the model said stays: to drop it would lose words. An answer that calls is no end,
        its results are missed. Behind system messages alone the new one says *alone*. Anything
        else last: the same object. Twice is once.

    Complexity: O(1); O(messages) where the system speaks last.

    Source: catalogue rules ``last-turn-assistant`` and ``no-user-message``.

    Examples:
        >>> from ctxfn.messages import assistant, chat, text_of, user
        >>> [text_of(message) for message in end_with_user(chat(user("Sing."), assistant("La,")))]
        ['Sing.', 'La,', 'Continue.']
    """
    last = messages[-1] if messages else None
    if isinstance(last, System) and all(isinstance(node, System) for node in messages):
        text = alone
    elif not isinstance(last, Assistant) or last.calls:
        return messages
    ours: Node = User((Text(text),), "ctxfn:ender", origin=Origin(ours="end_with_user"))
    note = Note("end_with_user", "ender", f"a last user message was made up: {text!r}")
    return Changed(messages.append(ours), (note,))
