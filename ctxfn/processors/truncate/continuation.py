"""The hint that much of a conversation was cut, for a model that would wonder."""

from __future__ import annotations

from typing import Final

from ctxfn.messages import Messages, Origin, System, Text, User, last_said

__all__ = ["HINT", "hint_as_user", "hint_of", "with_hint"]

#: What the hint says, unless an application says it otherwise.
HINT: Final = (
    "Earlier parts of this conversation did not fit and are not shown. Go on from what is here "
    "and the latest request; a summary and a list of tasks, where there are any, say which steps "
    "are still open."
)

_ID: Final = "ctxfn:hint"


def hint_of(text: str, step: str) -> System:
    """Make the message that says *text*, a hint by *step*."""
    return System((Text(text),), _ID, origin=Origin(ours=step))


def with_hint(messages: Messages, text: str, step: str) -> Messages:
    """Put a hint behind the last thing a person said, at the end if nobody spoke.

    Contract:
        One hint at most: where any step has put one already, the same vector comes back.

    Complexity: O(messages).

    Source: the chat agent's rule A9.8.

    Examples:
        >>> from ctxfn.messages import assistant, chat, user
        >>> [m.role for m in with_hint(chat(user("hi"), assistant("ho")), HINT, "fit_budget")]
        ['user', 'system', 'assistant']
    """
    if any(node.id == _ID and node.origin.ours is not None for node in messages):
        return messages
    last = last_said(messages)
    place = len(messages) if last is None else last.place + 1
    hint = hint_of(text, step)
    return messages[:place].append(hint).extend(messages[place:])


def hint_as_user(messages: Messages, /) -> Messages:
    """Let the hint stand on the person's side, for formats with no system message there.

    Contract:
        It says the same, costs the same, and is still ours. Without one, the same vector.

    Complexity: O(messages).

    Source: ours.

    Examples:
        >>> from ctxfn.messages import chat, user
        >>> said = with_hint(chat(user("hi")), HINT, "fit_budget")
        >>> [m.role for m in hint_as_user(said)]
        ['user', 'user']
    """
    for place, node in enumerate(messages):
        if isinstance(node, System) and node.id == _ID and node.origin.ours is not None:
            return messages.set(place, User(node.parts, _ID, origin=node.origin))
    return messages
