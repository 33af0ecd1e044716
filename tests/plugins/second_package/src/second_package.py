"""A package of somebody else, with steps and rules for ctxfn."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from ctxfn.lint import Found, Rule
from ctxfn.messages import Messages, User, map_text, text_of
from ctxfn.pipeline import Registered, each_message, processor
from ctxfn.wire import Conversation, Profile

__all__ = ["loud", "more", "rules"]


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


def find_shouting(conversation: Conversation, profile: Profile) -> Iterator[Found]:
    for index, node in enumerate(conversation.messages):
        if text_of(node).isupper():
            yield Found(index, "capitals alone", "a calm voice", ("content",))


def rules() -> list[Rule]:
    """Name the rules."""
    return [
        Rule(
            code="SEC101",
            name="shouting",
            find=find_shouting,
            severity=lambda profile: "warning",
            hint="Say it again, calmly.",
            no_fix="Nobody knows what was meant.",
        )
    ]
