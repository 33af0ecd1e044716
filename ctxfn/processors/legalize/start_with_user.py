"""Begin with a person, for targets that refuse a conversation a model began."""

from __future__ import annotations

from typing import Literal

from pyrsistent import pvector

from ctxfn.context import Note
from ctxfn.messages import Messages, Node, Origin, System, Text, User, is_flat
from ctxfn.pipeline import Changed, processor

__all__ = ["start_with_user"]


@processor
def start_with_user(
    messages: Messages,
    /,
    *,
    how: Literal["drop", "prepend"] = "drop",
    starter: str = "Please continue.",
) -> Messages | Changed:
    """Make a user message the first after the system messages.

    Contract:
        ``drop``: what stands before the first user message goes, with a note; if there is no
        user message, or with ``prepend``, one of ours that says *starter* comes first
        instead. A conversation that begins with a user message or a card, or that holds system
        messages alone, is the same object. Twice is once.

    Complexity: O(messages).

    Source: catalogue rule ``first-turn-not-user``; a greeting that was never cut should be kept.

    Examples:
        >>> from ctxfn.messages import assistant, chat, user
        >>> [m.role for m in start_with_user(chat(assistant("Hi!"), user("hello")))]
        ['user']
        >>> [m.role for m in start_with_user(chat(assistant("Hi!")))]
        ['user', 'assistant']
    """
    start = next((i for i, node in enumerate(messages) if not isinstance(node, System)), None)
    if start is None or isinstance(messages[start], User) or not is_flat(messages[start]):
        return messages
    first = next((i for i, node in enumerate(messages) if isinstance(node, User)), None)
    if how == "drop" and first is not None:
        gone = [i for i in range(start, first) if not isinstance(messages[i], System)]
        ids = tuple(name for i in gone if (name := messages[i].id) is not None)
        note = Note(
            "start_with_user", "cut", "what came before the first user message", ids, tuple(gone)
        )
        left = set(gone)
        kept = [node for i, node in enumerate(messages) if i not in left]
        return Changed(pvector(kept), (note,))
    ours: Node = User((Text(starter),), "ctxfn:starter", origin=Origin(ours="start_with_user"))
    made = Note("start_with_user", "starter", f"a first user message was made up: {starter!r}")
    return Changed(pvector([*messages[:start], ours, *messages[start:]]), (made,))
