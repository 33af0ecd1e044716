"""Tell speakers apart in words, for targets without a field for names."""

from __future__ import annotations

from typing import assert_never

from ctxfn.context import Note
from ctxfn.messages import Assistant, Messages, System, User
from ctxfn.pipeline import Told, each_message
from ctxfn.processors.legalize.say_name import say_name
from ctxfn.wire import beyond_words_and_calls

__all__ = ["names_as_text"]


@each_message
def names_as_text(message: System | User | Assistant, /) -> System | User | Assistant | Told:
    """Let the words of *message* begin with its name, and its name field be empty.

    Servers that refuse the field answer with an error; those that ignore it take all people for
    one.

    Contract:
        `say_name`; a system message's name goes without being said, for an application is not
        one of the speakers. Each name that moved or went is noted. No name: the same object.

    Complexity: O(characters of the first text).

    Source: catalogue rule ``message-name-unsupported``.

    Examples:
        >>> from ctxfn.messages import chat, text_of, user
        >>> said = chat(user("hi"), user("blue", name="Ana"), user("red", name="Ben"))
        >>> [text_of(message) for message in names_as_text(said)]
        ['hi', 'Ana: blue', 'Ben: red']
    """
    if message.name is None:
        return message
    told = message.name or None
    said = f"the target has no names: {message.name!r}"
    match message:
        case System():
            return _told(say_name(message, None), f"{said} of a system message is left out")
        case User():
            return _told(say_name(message, told), f"{said} stands in front of the words")
        case Assistant():
            return _told(say_name(message, told), f"{said} stands in front of the words")
        case _:
            assert_never(message)


@names_as_text.looks
def _named(nodes: Messages, /) -> list[int]:
    return [
        place
        for place in beyond_words_and_calls(nodes)
        if getattr(nodes[place], "name", None) is not None
    ]


def _told(message: System | User | Assistant, text: str) -> Told:
    kind = "name-dropped" if isinstance(message, System) else "name-as-text"
    ids = () if message.id is None else (message.id,)
    return Told((message,), (Note("names_as_text", kind, text, ids),))
