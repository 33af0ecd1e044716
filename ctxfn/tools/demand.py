"""Hold the fields of records about tools to what they can be."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, TypeAlias

from ctxfn.messages import Verbatim
from ctxfn.tools.errors import InvalidTool

__all__ = [
    "A_NAME",
    "FLAG",
    "JSON_OBJECT",
    "MAYBE_TEXT",
    "POSITIVE",
    "TEXT",
    "Demand",
    "demand",
    "one_of",
    "tuple_of",
]

#: A test of a value, and what passes it in words.
Demand: TypeAlias = tuple[Callable[[object], bool], str]

TEXT: Final[Demand] = (lambda value: isinstance(value, str), "text")
A_NAME: Final[Demand] = (lambda value: isinstance(value, str) and value != "", "text, not empty")
MAYBE_TEXT: Final[Demand] = (lambda value: value is None or isinstance(value, str), "text or None")
FLAG: Final[Demand] = (lambda value: isinstance(value, bool), "True or False")
POSITIVE: Final[Demand] = (
    lambda value: isinstance(value, int) and not isinstance(value, bool) and value > 0,
    "a whole number above 0",
)
JSON_OBJECT: Final[Demand] = (
    lambda value: (
        value is None or (isinstance(value, Verbatim) and isinstance(value.shared(), dict))
    ),
    "a frozen JSON object or None",
)


def one_of(*values: object) -> Demand:
    """Demand one of *values*."""
    return (lambda value: value in values, " or ".join(map(repr, values)))


def tuple_of(kind: type) -> Demand:
    """Demand a tuple whose elements are all of *kind*."""
    return (
        lambda value: isinstance(value, tuple) and all(isinstance(one, kind) for one in value),
        f"a tuple of {kind.__name__}",
    )


def demand(record: object, called: str, /, **demands: Demand) -> None:
    """Refuse *record*, spoken of as *called*, if a field does not hold what is demanded of it.

    Raises:
        InvalidTool: naming the record, the first such field, what was found and expected.
    """
    for field, (holds, expected) in demands.items():
        value: object = getattr(record, field)
        if not holds(value):
            spoken = f"{type(record).__name__} {called}".rstrip()
            raise InvalidTool(spoken, field, _shown(value), expected)


def _shown(value: object) -> str:
    if isinstance(value, tuple | list) and value:
        kinds = sorted({type(one).__name__ for one in value})
        return f"a {type(value).__name__} of {', '.join(kinds)}"
    try:
        return f"{value!r:.80}"
    except Exception:
        return f"a {type(value).__name__}"
