"""What is remembered of the person from earlier conversations."""

from __future__ import annotations

from typing import ClassVar, Literal

from attrs import field, frozen

from ctxfn.facts.check_fields import check_fields
from ctxfn.facts.clock import day_of, moment_of
from ctxfn.facts.errors import InvalidFact

__all__ = [
    "Memory",
    "MemoryContext",
    "MemoryExperience",
    "MemoryIdentity",
    "MemoryPersona",
    "MemoryPreference",
]


def _day(moment: object) -> str | None:
    """Read the day of a moment; none is told as nothing."""
    day = day_of(moment_of(moment))
    if day is None and moment is not None:
        expected = "a date, a datetime, or a text as ISO 8601 writes them"
        raise InvalidFact("MemoryIdentity", "captured", f"{moment!r:.80}", expected)
    return day


@frozen(kw_only=True)
class MemoryPersona:
    """Who the person is, in a line and at length."""

    tagline: str | None = None
    narrative: str | None = None

    __attrs_post_init__ = check_fields


@frozen(kw_only=True)
class MemoryIdentity:
    """One thing the person is; `captured` is the day it was learned, in UTC.

    Examples:
        >>> MemoryIdentity(role="nurse", captured="2026-02-03T23:30:00-05:00").captured
        '2026-02-04'
    """

    id: str | None = None
    kind: str | None = None
    role: str | None = None
    description: str | None = None
    captured: str | None = field(default=None, converter=_day)

    __attrs_post_init__ = check_fields


@frozen(kw_only=True)
class MemoryContext:
    """Something that goes on in the person's life."""

    id: str | None = None
    title: str | None = None
    description: str | None = None

    __attrs_post_init__ = check_fields


@frozen(kw_only=True)
class MemoryExperience:
    """What happened once, and what was learned from it."""

    id: str | None = None
    situation: str | None = None
    key_learning: str | None = None

    __attrs_post_init__ = check_fields


@frozen(kw_only=True)
class MemoryPreference:
    """How the person wants things done."""

    id: str | None = None
    directives: str | None = None

    __attrs_post_init__ = check_fields


@frozen(kw_only=True)
class Memory:
    """All of it; whatever holds no words is not told.

    Raises:
        InvalidFact: a field holds what it cannot.
    """

    CHANGES: ClassVar[Literal["never", "turn", "step"]] = "turn"

    persona: MemoryPersona | None = None
    identities: tuple[MemoryIdentity, ...] = ()
    contexts: tuple[MemoryContext, ...] = ()
    experiences: tuple[MemoryExperience, ...] = ()
    preferences: tuple[MemoryPreference, ...] = ()

    __attrs_post_init__ = check_fields
