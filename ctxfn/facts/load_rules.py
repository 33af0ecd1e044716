"""Load rules: when a document of the agent is put into a request."""

from __future__ import annotations

from typing import Final, Literal, TypeAlias

from attrs import frozen

from ctxfn.facts.errors import InvalidFact

__all__ = [
    "LONGEST_PATTERN",
    "Always",
    "ByKeywords",
    "ByPattern",
    "ByTimeRange",
    "LoadRule",
    "UnreadableRule",
]

LONGEST_PATTERN: Final = 1_000
"""A pattern of more characters is not looked for: what it costs grows with its length."""


_BEYOND: Final = 10**18


@frozen
class Always:
    """In each request."""


@frozen
class ByKeywords:
    """If what the person said last holds any keyword, or all of them; case does not count.

    A keyword counts inside a word as well; a blank one does not count at all.
    """

    keywords: tuple[str, ...] = ()
    match: Literal["any", "all"] = "any"

    def __attrs_post_init__(self) -> None:
        texts = isinstance(self.keywords, tuple) and all(isinstance(k, str) for k in self.keywords)
        if not texts:
            raise InvalidFact("ByKeywords", "keywords", shown(self.keywords), "a tuple of texts")
        if self.match not in ("any", "all"):
            raise InvalidFact("ByKeywords", "match", shown(self.match), "'any' or 'all'")


@frozen
class ByPattern:
    """If the regular expression is found in what the person said last; case does not count.

    The language is RE2's: whatever needs to go back in the text (look-around, references to
    groups) is no pattern of it. Whether it is one shows when it is looked for.
    """

    pattern: str

    def __attrs_post_init__(self) -> None:
        if not isinstance(self.pattern, str):
            raise InvalidFact("ByPattern", "pattern", shown(self.pattern), "a text")


@frozen
class ByTimeRange:
    """While it is neither before the one moment nor after the other; ``None`` is no bound.

    Moments are milliseconds since 1970, as those of messages are; `ctxfn.facts.moment_of`
    reads one from a text.
    """

    from_ms: int | float | None = None
    until_ms: int | float | None = None

    def __attrs_post_init__(self) -> None:
        for name in ("from_ms", "until_ms"):
            check_moment("ByTimeRange", name, getattr(self, name))


@frozen
class UnreadableRule:
    """Never: a store held a rule that cannot be read, for this reason."""

    reason: str


LoadRule: TypeAlias = Always | ByKeywords | ByPattern | ByTimeRange | UnreadableRule


def check_moment(fact: str, field: str, value: object) -> None:
    """Refuse what is no moment: neither nothing nor a number."""
    if value is not None and not is_number(value):
        raise InvalidFact(fact, field, shown(value), "milliseconds since 1970, or None")


def is_number(value: object) -> bool:
    """Say whether *value* is a number one can count with; beyond the bound no date is."""
    number = isinstance(value, int | float) and not isinstance(value, bool)
    return number and -_BEYOND < value < _BEYOND  # type: ignore[operator]


def shown(value: object) -> str:
    """Print the beginning of *value*, whatever its own way to print itself does."""
    try:
        return f"{value!r:.80}"
    except Exception:
        return f"a {type(value).__name__} that cannot be printed"
