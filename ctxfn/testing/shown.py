"""Values as short code: what a record holds beyond its defaults."""

from __future__ import annotations

from collections.abc import Iterable
from typing import cast

import attrs
from attrs import AttrsInstance
from pyrsistent import PVector

from ctxfn.context import Context
from ctxfn.messages import Node

__all__ = ["named", "shown", "shown_chat"]

_MOST_CHARACTERS = 200


def shown(value: object) -> str:
    """Write *value* as the code that makes it, fields at their default left out.

    Examples:
        >>> from ctxfn.messages import call, chat, user, assistant
        >>> shown(chat(user("hi"), assistant(call("c1"))))
        "chat(User((Text('hi'),)), Assistant(calls=(Call('c1', 'tool'),)))"
    """
    if isinstance(value, Context):
        return _context(value)
    if isinstance(value, PVector):
        return f"chat({', '.join(map(shown, value))})"
    if isinstance(value, tuple) and type(value) is tuple:
        return f"({', '.join(map(shown, value))}{',' if len(value) == 1 else ''})"
    if attrs.has(type(value)) and type(value).__repr__.__module__ != "ctxfn.pipeline.step":
        return _record(cast("AttrsInstance", value))
    return repr(value)


def shown_chat(messages: Iterable[Node]) -> str:
    """Write *messages* as code, one node a line."""
    lines = [f"    {shown(node)}," for node in messages]
    return "\n".join(["chat(", *lines, ")"]) if lines else "chat()"


def named(thing: object) -> str:
    """Name a step, codec or slot as its author wrote it, cut if it is very long."""
    plain = getattr(thing, "__qualname__", None) if callable(thing) else None
    name = plain if isinstance(plain, str) else getattr(thing, "name", None)
    text = name if isinstance(name, str) and not attrs.has(type(thing)) else repr(thing)
    if isinstance(name, str) and (text.startswith("<") or len(text) > _MOST_CHARACTERS):
        text = name
    return text if len(text) <= _MOST_CHARACTERS else text[: _MOST_CHARACTERS - 1] + "…"


def _context(context: Context) -> str:
    text = shown_chat(context.messages)
    facts = "".join(f", {fact!r}" for fact in context.known)
    return f"Context.of({text}{facts})" if facts else text


def _record(value: AttrsInstance) -> str:
    fields = attrs.fields(type(value))
    said: list[str] = []
    by_name = False
    for field in fields:
        found = getattr(value, field.name)
        plain = found == field.default and type(found) is type(field.default)
        if plain or field.repr is False:
            by_name = True
        else:
            name = f"{field.alias}=" if by_name else ""
            said.append(f"{name}{shown(found)}")
    return f"{type(value).__name__}({', '.join(said)})"
