"""What persons said, among all that a user message may be."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeGuard

from ctxfn.messages.cards import Node
from ctxfn.messages.marks import Attributed, Reported
from ctxfn.messages.questions import At
from ctxfn.messages.records import User

__all__ = ["first_said", "is_said", "last_said"]


def is_said(node: Node) -> TypeGuard[User]:
    """Say whether a person said *node*: a user message that neither we nor anybody else made.

    The role ``user`` is that of a side. On it also stand what we inject, what another agent said
    (`Attributed`) and what a task or a check came back with (`Reported`).

    Contract:
        The role, `Origin.ours` and the marks decide, never the words.

    Complexity: O(marks).

    Source: ours.

    Examples:
        >>> from ctxfn.messages import user
        >>> is_said(user("hi")), is_said(User(marks=(Reported("taskCallback"),)))
        (True, False)
    """
    if type(node) is not User or node.origin.ours is not None:
        return False
    return not any(isinstance(mark, Reported | Attributed) for mark in node.marks)


def first_said(messages: Sequence[Node], /) -> At | None:
    """Find the first thing a person said.

    Contract:
        The message with its place, which unpack as a pair; ``None`` if nobody spoke.

    Complexity: O(nodes before it).

    Source: ours.

    Examples:
        >>> from ctxfn.messages import assistant, chat, user
        >>> first_said(chat(assistant("Hello?"), user("Hi"))).place
        1
    """
    for place, node in enumerate(messages):
        if is_said(node):
            return At(place, node)
    return None


def last_said(messages: Sequence[Node], /) -> At | None:
    """Find the last thing a person said.

    Contract:
        As `first_said`, from the end.

    Complexity: O(nodes behind it).

    Source: ours.

    Examples:
        >>> from ctxfn.messages import assistant, chat, user
        >>> last_said(chat(user("one"), user("two"), assistant("three"))).place
        1
    """
    for place in range(len(messages) - 1, -1, -1):
        node = messages[place]
        if is_said(node):
            return At(place, node)
    return None
