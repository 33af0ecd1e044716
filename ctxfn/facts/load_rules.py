"""Load rules: when a document of the agent is put into a request."""

from __future__ import annotations

from typing import Annotated, Final, Literal, TypeAlias

from annotated_types import Predicate, doc
from attrs import frozen

from ctxfn.facts.check_fields import check_fields

__all__ = [
    "LONGEST_PATTERN",
    "Always",
    "ByKeywords",
    "ByPattern",
    "ByTimeRange",
    "LoadRule",
    "Moment",
    "Number",
    "UnreadableRule",
    "is_number",
]

LONGEST_PATTERN: Final = 1_000
"""A pattern of more characters is not looked for: what it costs grows with its length."""


_BEYOND: Final = 10**18


def is_number(value: object) -> bool:
    """Say whether *value* is a number one can count with; beyond the bound no date is."""
    number = isinstance(value, int | float) and not isinstance(value, bool)
    return number and -_BEYOND < value < _BEYOND  # type: ignore[operator]


Number: TypeAlias = Annotated[int | float, Predicate(is_number), doc("a number")]
Moment: TypeAlias = Annotated[int | float, Predicate(is_number), doc("milliseconds since 1970")]


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

    __attrs_post_init__ = check_fields


@frozen
class ByPattern:
    """If the regular expression is found in what the person said last; case does not count.

    The language is RE2's: whatever needs to go back in the text (look-around, references to
    groups) is no pattern of it. Whether it is one shows when it is looked for.
    """

    pattern: str

    __attrs_post_init__ = check_fields


@frozen
class ByTimeRange:
    """While it is neither before the one moment nor after the other; ``None`` is no bound.

    Moments are milliseconds since 1970, as those of messages are; `ctxfn.facts.moment_of`
    reads one from a text.
    """

    from_ms: Moment | None = None
    until_ms: Moment | None = None

    __attrs_post_init__ = check_fields


@frozen
class UnreadableRule:
    """Never: a store held a rule that cannot be read, for this reason."""

    reason: str

    __attrs_post_init__ = check_fields


LoadRule: TypeAlias = Always | ByKeywords | ByPattern | ByTimeRange | UnreadableRule
