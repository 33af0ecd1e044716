"""A package of somebody else, with steps for ctxfn."""

from __future__ import annotations

from collections.abc import Mapping

from ctxfn.messages import Messages, User, map_text
from ctxfn.pipeline import Registered, each_message, processor

__all__ = ["loud", "more"]


@each_message
def loud(message: User, /, *, ending: str = "!") -> User:
    """Let people shout."""
    return map_text(lambda text: text.upper() + ending, message)


@processor
def first(messages: Messages, /, *, nodes: int = 1) -> Messages:
    """Keep what comes first."""
    return messages[:nodes]


def more() -> Mapping[str, Registered]:
    """Name the other steps."""
    return {"keep_first": Registered("first", first, ("truncator",))}
