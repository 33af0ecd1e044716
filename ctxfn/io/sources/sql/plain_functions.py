"""Functions of SQLite that may take hours for two values of a million characters, made anew.

SQLite cannot be stopped inside a function. Its own `instr` and `replace` compare at every place,
and its `trim` looks each character up in the other text; Python's do not.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from typing import Final, TypeAlias

__all__ = ["with_plain_functions"]

#: What SQLite hands to a function.
_Value: TypeAlias = "str | bytes | int | float | None"

#: Different characters to take away from the ends of a text.
_MOST_SIGNS: Final = 1_000


def with_plain_functions(connection: sqlite3.Connection) -> None:
    """Put ours in the place of SQLite's."""
    made: tuple[tuple[str, int, Callable[..., _Value]], ...] = (
        ("instr", 2, _instr),
        ("replace", 3, _replace),
        ("trim", 2, lambda text, signs: _trimmed(text, signs, str.strip)),
        ("ltrim", 2, lambda text, signs: _trimmed(text, signs, str.lstrip)),
        ("rtrim", 2, lambda text, signs: _trimmed(text, signs, str.rstrip)),
    )
    for name, count, function in made:
        connection.create_function(name, count, function, deterministic=True)


def _instr(text: _Value, part: _Value) -> int | None:
    if text is None or part is None:
        return None
    if isinstance(text, bytes) and isinstance(part, bytes):
        return text.find(part) + 1
    return _text(text).find(_text(part)) + 1


def _replace(text: _Value, old: _Value, new: _Value) -> str | None:
    if text is None or old is None or new is None:
        return None
    before, after = _text(old), _text(new)
    whole = _text(text)
    # Refused before it is made: a million places times a million characters.
    if len(whole) + whole.count(before) * len(after) > 10 * (len(whole) + len(after)) + 1_000_000:
        raise ValueError("string or blob too big")
    return whole.replace(before, after) if before else whole


def _trimmed(text: _Value, signs: _Value, strip: Callable[[str, str], str]) -> str | None:
    if text is None or signs is None:
        return None
    some = "".join(sorted(set(_text(signs))))
    if len(some) > _MOST_SIGNS:
        raise ValueError(f"more than {_MOST_SIGNS} characters to trim")
    return strip(_text(text), some)


def _text(value: str | bytes | int | float) -> str:
    return value.decode("utf-8", "replace") if isinstance(value, bytes) else str(value)
