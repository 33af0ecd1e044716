"""Say a speaker's name in the words, where no field can."""

from __future__ import annotations

from typing import TypeVar

from attrs import evolve

from ctxfn.messages import (
    AGENT_TAGS,
    Assistant,
    Enveloped,
    Mark,
    Part,
    System,
    Text,
    User,
    neutralise,
    neutralise_tags,
)

__all__ = ["say_name"]

S = TypeVar("S", System, User, Assistant)


def say_name(message: S, name: str | None) -> S:
    """Let the words of *message* begin with ``name:``, and its name field be empty.

    Contract:
        The first part gets the name if it is unsigned text, else a text in front does; words
        that begin with it already stay as they are. Without *name* only the field
        goes. What we injected into the words stays known as ours. A name can't open an
        envelope, name a speaker, nor begin a line.

    Complexity: O(characters of the first text).

    Source: reports on servers that ignore or refuse the field; ours.

    Examples:
        >>> from ctxfn.messages import text_of, user
        >>> text_of(say_name(user("blue", name="Ana"), "Ana"))
        'Ana: blue'
        >>> text_of(say_name(user("Ana: red"), "Ana"))
        'Ana: red'
    """
    parts: tuple[Part, ...] = message.parts
    marks: tuple[Mark, ...] = message.marks
    if name:
        label = neutralise_tags((neutralise(f"{' '.join(name.split())}:"),), AGENT_TAGS)[0]
        first = parts[0] if parts else None
        if isinstance(first, Text) and not first.signature:
            if not first.text.startswith(label):
                said = f"{label} {first.text}" if first.text else label
                marks = tuple(_moved(mark, 0, len(label) + 1) for mark in marks)
                parts = (evolve(first, text=said), *parts[1:])
        else:
            marks = tuple(_moved(mark, 1, 0) for mark in marks)
            parts = (Text(label), *parts)
    if parts is message.parts and message.name is None:
        return message
    return evolve(message, parts=parts, name=None, marks=marks, written=None)


def _moved(mark: Mark, parts: int, characters: int) -> Mark:
    """Let an envelope's mark point where the envelope is once so much stands in front."""
    if not isinstance(mark, Enveloped):
        return mark
    return Enveloped(mark.part + parts, mark.start + (characters if mark.part == 0 else 0))
