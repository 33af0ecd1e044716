"""Write what a person chose, a skill or a tool, and tell each once in a conversation."""

from __future__ import annotations

from typing import Literal, TypeVar

from ctxfn.facts import SelectedSkill, SelectedTool
from ctxfn.injectors.mentioned_before import mentioned_before
from ctxfn.messages import Messages, enclose, escape, is_blank, tag

__all__ = ["not_yet_told", "write_selected"]

S = TypeVar("S", SelectedSkill, SelectedTool)


def write_selected(items: tuple[S, ...], name: Literal["skill", "tool"], sentence: str) -> str:
    """Write *sentence*, then an element called *name* for each of *items*; none, no text.

    In their order; what was fetched of one in its element. All values are escaped.
    """
    if not items:
        return ""
    elements = (_element(one, name) for one in items)
    return "\n".join((sentence, enclose(f"selected_{name}s", *elements)))


def _element(one: SelectedSkill | SelectedTool, name: str) -> str:
    if one.content is None or is_blank(one.content):
        return tag(name, identifier=one.identifier, name=one.name)
    return enclose(name, escape(one.content), identifier=one.identifier, name=one.name)


def not_yet_told(
    items: tuple[S, ...], messages: Messages, kind: Literal["skill", "tool"]
) -> tuple[S, ...]:
    """Leave out what was mentioned before, and so told before, and what is chosen twice."""
    seen = set(mentioned_before(messages, kind))
    new: list[S] = []
    for one in items:
        if one.identifier not in seen:
            new.append(one)
        seen.add(one.identifier)
    return items if len(new) == len(items) else tuple(new)
