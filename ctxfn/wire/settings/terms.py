"""What settings mean, whatever a format calls them: the words between the words of two formats."""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal, TypeAlias

from attrs import frozen

__all__ = ["Choice", "Place", "Term", "Words", "flag", "number", "text", "whole"]

#: What can be asked of most APIs. A tool choice is one of `Choice`; ``stop`` a list of texts;
#: ``schema`` the JSON Schema an answer keeps to; ``parallel`` whether one answer may call twice.
Term: TypeAlias = Literal[
    "candidates",
    "effort",
    "frequency_penalty",
    "json",
    "max_tokens",
    "model",
    "parallel",
    "presence_penalty",
    "schema",
    "seed",
    "stop",
    "stream",
    "temperature",
    "tool_choice",
    "top_k",
    "top_p",
    "user",
]


@frozen
class Choice:
    """Which tool a model has to call: whether it wants, any, none, or the one of that name."""

    mode: Literal["auto", "required", "none", "named"]
    name: str = ""


@frozen
class Place:
    """Where one format has a term, and how it says it there.

    `path`: keys from the body down, between dots. `hear` makes the term's value of what stands
    there, `say` the other way round; either gives ``None`` for what it cannot. Where a format
    has two places for one term the first that can be heard counts, and the first is written.
    """

    term: Term
    path: str
    hear: Callable[[object], object]
    say: Callable[[object], object] = lambda value: value


def _as_it_is(settings: dict[str, object], /) -> None:
    """Leave *settings* as they are."""


@frozen
class Words:
    """All places of a format, and what makes its settings whole once each has been said."""

    places: tuple[Place, ...]
    finish: Callable[[dict[str, object]], None] = _as_it_is


def number(value: object) -> object:
    """Hear a number as it stands.

    Examples:
        >>> number(0.5), number(True)
        (0.5, None)
    """
    return value if isinstance(value, int | float) and not isinstance(value, bool) else None


def whole(value: object) -> object:
    """Hear a whole number as it stands.

    Examples:
        >>> whole(5), whole(0.5)
        (5, None)
    """
    return value if isinstance(value, int) and not isinstance(value, bool) else None


def text(value: object) -> object:
    """Hear a text as it stands.

    Examples:
        >>> text("a"), text(5)
        ('a', None)
    """
    return value if isinstance(value, str) else None


def flag(value: object) -> object:
    """Hear yes or no as it stands.

    Examples:
        >>> flag(False), flag(0)
        (False, None)
    """
    return value if isinstance(value, bool) else None
