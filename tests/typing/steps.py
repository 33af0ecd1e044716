"""Processors as users write them, for the type checkers and for the tests beside this file."""

from __future__ import annotations

from typing import Annotated, Literal

from annotated_types import Ge
from attrs import frozen

from ctxfn.context import Context, Note
from ctxfn.messages import Assistant, Messages, User, map_text
from ctxfn.pipeline import Changed, Told, each_message, processor, reads, validator
from ctxfn.slots import LAST_USER, Injector

__all__ = [
    "Weather",
    "cut_words",
    "forget_thoughts",
    "greet",
    "keep_recent_like",
    "not_empty",
    "report_cut",
    "report_or_not",
    "shout",
    "weather",
]


@frozen
class Weather:
    """A fact of the user's own."""

    sky: str


@processor
def keep_recent_like(messages: Messages, /, *, groups: Annotated[int, Ge(0)]) -> Messages:
    """Keep the last nodes."""
    return messages if groups >= len(messages) else messages[len(messages) - groups :]


@processor
def report_cut(messages: Messages, /, *, note: str = "cut") -> Changed:
    """Drop the first node and say so."""
    return Changed(messages[1:], (Note("report_cut", "cut", note),))


@processor
def report_or_not(messages: Messages, /) -> Messages | Changed:
    """Answer in either form."""
    return messages if len(messages) < 2 else Changed(messages[1:])


@processor
@reads(Weather)
def greet(context: Context, /, *, manner: Literal["warm", "cool"] = "warm") -> Context:
    """Read a fact."""
    return context if context.get(Weather) is None else context.tell(manner)


@validator
def not_empty(messages: Messages, /) -> Messages:
    """Refuse an empty conversation."""
    if not messages:
        raise ValueError("nothing was said")
    return messages


@each_message
def shout(message: User, /) -> User:
    """Write in capitals."""
    return map_text(str.upper, message)


@each_message
def cut_words(message: User | Assistant, /, *, characters: int) -> User | Assistant | None:
    """Shorten texts, and drop the message if nothing is to stay."""
    return map_text(lambda text: text[:characters], message) if characters else None


@each_message
def forget_thoughts(message: Assistant, /) -> Told:
    """Keep the message and leave a note."""
    return Told((message,), (Note("forget_thoughts", "thought", "gone"),))


def render_weather(given: Weather) -> str:
    """Write the fact."""
    return f"The sky is {given.sky}."


weather = Injector("weather", LAST_USER, Weather, render_weather)
