"""Steps at module level, so that they pickle, for the tests beside this file."""

from __future__ import annotations

from typing import Annotated

from annotated_types import Ge

from ctxfn.context import Context, Note
from ctxfn.messages import Assistant, Messages, Task, User, map_text, reuse, user
from ctxfn.pipeline import Changed, Told, each_message, processor, reads, stop, validator

__all__ = [
    "count_facts",
    "cut",
    "double",
    "drop_users",
    "fail",
    "fail_on_users",
    "forget",
    "halt",
    "mend",
    "not_empty",
    "say_how_many",
    "shout",
    "split",
    "task_to_user",
    "whisper",
]


@processor
def cut(messages: Messages, /, *, nodes: Annotated[int, Ge(0)] = 1) -> Messages:
    """Keep the last nodes."""
    return reuse(messages, list(messages)[max(len(messages) - nodes, 0) :])


@processor
def mend(messages: Messages, /) -> Messages:
    """Find nothing to do."""
    return messages


@processor
def say_how_many(messages: Messages, /) -> Changed:
    """Leave a note."""
    return Changed(messages, (Note("say_how_many", "count", str(len(messages))),))


@processor
def fail(messages: Messages, /, *, words: str = "no") -> Messages:
    """Raise."""
    raise ValueError(words)


@processor
def halt(context: Context, /, *, because: str = "enough") -> Context:
    """Stop."""
    return stop(context, because)


@processor
@reads(int, str)
def count_facts(context: Context, /) -> Context:
    """Drop everything if the number is known."""
    return context if context.get(int) is None else context.with_messages(context.messages[:0])


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
def whisper(message: User | Assistant, /, *, characters: int = 3) -> User | Assistant:
    """Shorten texts."""
    return map_text(lambda text: text[:characters], message)


@each_message
def drop_users(message: User, /) -> User | None:
    """Drop what has the id m1, or no id and no parts."""
    return None if message.id == "m1" or not (message.id or message.parts) else message


@each_message
def double(message: Assistant, /) -> tuple[Assistant, ...]:
    """Say it twice, or with the id m2 not at all."""
    return () if message.id == "m2" else (message, message)


@each_message
def split(message: User, /) -> Told:
    """Make one message of each part, and tell of it."""
    pieces = tuple(User((part,), message.id) for part in message.parts)
    return Told(pieces, (Note("split", "split", str(len(pieces))),))


@each_message
def forget(message: User | Assistant, /) -> Told:
    """Keep the message and leave a note."""
    return Told((message,), (Note("forget", "thought", "gone"),))


@each_message
def task_to_user(message: Task, /) -> User:
    """Make a message of another class."""
    return user(*message.parts, id=message.id)


@each_message
def fail_on_users(message: User, /) -> User:
    """Raise on the id m3."""
    if message.id == "m3":
        raise RuntimeError("m3 will not do")
    return message
