"""What is remembered of the person, first of all that is told before they speak."""

from __future__ import annotations

from typing import Final

from ctxfn.facts import (
    Memory,
    MemoryContext,
    MemoryExperience,
    MemoryIdentity,
    MemoryPersona,
    MemoryPreference,
)
from ctxfn.injectors.write_sections import listed, told
from ctxfn.messages import enclose, escape, is_blank, tag
from ctxfn.slots import PREAMBLE, Injector

__all__ = ["memory", "render_memory"]

_INSTRUCTION: Final = (
    "These notes about the person come from earlier conversations with them. Take them into "
    "account where they bear on the question; what the person says now counts for more."
)


def render_memory(memory: Memory) -> str:
    """Write the notes in five sections, each only if there is something in it; none, no text.

    Contract:
        Who the person is, identities, contexts, experiences, preferences. A note without words
        is left out and not counted: an identity says something by its id, kind, role or
        description, a context by its id or its words, an experience likewise; a preference by its
        directives alone. Whatever the values hold is escaped.

    Complexity: O(characters).

    Source: LobeHub context-engine, user memory: elements, attributes, their order, and what
    is kept; it escapes nothing and writes a day that it cannot read as nothing, we refuse it.

    Examples:
        >>> known = Memory(
        ...     persona=MemoryPersona(tagline="night-shift nurse"),
        ...     preferences=(MemoryPreference(id="p1", directives="Prefer metric units"),),
        ... )
        >>> print(render_memory(known))
        <user_memory>
        <instruction>These notes about the person come from earlier conversations with them. \
Take them into account where they bear on the question; what the person says now counts \
for more.</instruction>
        <persona tagline="night-shift nurse">
        </persona>
        <preferences count="1">
        <preference id="p1">Prefer metric units</preference>
        </preferences>
        </user_memory>
        >>> render_memory(Memory())
        ''
    """
    sections = [
        _persona(memory.persona),
        listed("identities", map(_identity, filter(_is_identity, memory.identities))),
        listed("contexts", map(_context, filter(_is_context, memory.contexts))),
        listed("experiences", map(_experience, filter(_is_experience, memory.experiences))),
        listed("preferences", map(_preference, filter(_is_preference, memory.preferences))),
    ]
    kept = [one for one in sections if one]
    return enclose("user_memory", tag("instruction", _INSTRUCTION), *kept) if kept else ""


def _said(*texts: str | None) -> bool:
    return any(not is_blank(text) for text in texts)


def _shown(text: str | None) -> str | None:
    return None if is_blank(text) else text


def _persona(one: MemoryPersona | None) -> str:
    if one is None or not _said(one.tagline, one.narrative):
        return ""
    lines = [escape(text)] if (text := _shown(one.narrative)) else []
    return enclose("persona", *lines, tagline=_shown(one.tagline))


def _is_identity(one: MemoryIdentity) -> bool:
    return _said(one.id, one.description, one.role, one.kind)


def _identity(one: MemoryIdentity) -> str:
    return tag(
        "identity",
        one.description or "",
        type=_shown(one.kind),
        role=_shown(one.role),
        id=_shown(one.id),
        capturedAt=one.captured,
    )


def _is_context(one: MemoryContext) -> bool:
    return _said(one.id, one.title, one.description)


def _context(one: MemoryContext) -> str:
    return tag("context", one.description or "", id=one.id or "", title=one.title or "")


def _is_experience(one: MemoryExperience) -> bool:
    return _said(one.id, one.situation, one.key_learning)


def _experience(one: MemoryExperience) -> str:
    words = told("situation", one.situation), told("key_learning", one.key_learning)
    return enclose("experience", *(line for line in words if line), id=one.id or "")


def _is_preference(one: MemoryPreference) -> bool:
    return _said(one.directives)


def _preference(one: MemoryPreference) -> str:
    return tag("preference", one.directives or "", id=one.id or "")


memory: Final = Injector("memory", PREAMBLE, Memory, render_memory)
