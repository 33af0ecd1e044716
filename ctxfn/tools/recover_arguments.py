"""Read the arguments of a call as far as they can be read."""

from __future__ import annotations

import json
from typing import Final, Literal, NoReturn, TypeAlias

import jiter
from attrs import frozen

__all__ = ["Recovered", "is_json", "recover_arguments"]

Legibility: TypeAlias = Literal["whole", "empty", "cut", "lost"]

_EMPTY: Final = "{}"


@frozen
class Recovered:
    """Arguments as JSON text, and how legible they were.

    ``whole``: they are JSON, and as they were. ``empty``: nothing was written. ``cut``: this is
    what could be read of them. ``lost``: nothing could be read.
    """

    text: str
    legibility: Legibility


def recover_arguments(text: str) -> Recovered:
    """Return the arguments *text* as valid JSON, with a word on how much of them that is.

    A stream that breaks off leaves half a text behind, and every later request that repeats it
    is refused.

    Contract:
        Valid JSON is the same object. Blank text is an empty object. Of broken text the
        objects and lists that were begun are closed after the last value that can be read; a
        broken string is kept as far as it goes, a key without a value is not. What is neither
        an object nor a list is lost: an empty object. The answer is always valid JSON.

    Complexity: O(characters).

    Source: LobeHub context-engine, the sanitiser of its tool call step.

    Examples:
        >>> recover_arguments('{"q": "rivers", "page": 2, "so').text
        '{"q":"rivers","page":2}'
        >>> recover_arguments('{"q": 1}')
        Recovered(text='{"q": 1}', legibility='whole')
        >>> recover_arguments("  ").legibility, recover_arguments("rivers").legibility
        ('empty', 'lost')
    """
    if text == _EMPTY or is_json(text):
        return Recovered(text, "whole")
    if not text or text.isspace():
        return Recovered(_EMPTY, "empty")
    try:
        read = jiter.from_json(text.encode("utf-8", "replace"), partial_mode="trailing-strings")
        written = json.dumps(read, ensure_ascii=False, allow_nan=False, separators=(",", ":"))
    except (ValueError, RecursionError):
        return Recovered(_EMPTY, "lost")
    return Recovered(written, "cut") if read and written[0] in "{[" else Recovered(_EMPTY, "lost")


def is_json(text: str) -> bool:
    """Say whether *text* is one JSON value, as the standard has it.

    Contract:
        Numbers that are none and infinities are refused, escaped halves of pairs are not.

    Complexity: O(characters).

    Source: RFC 8259.

    Examples:
        >>> is_json('{"a": [1, 2]}'), is_json('{"a": NaN}'), is_json("")
        (True, False, False)
    """
    try:
        jiter.from_json(text.encode(), allow_inf_nan=False)
    except ValueError:
        return _is_json_with_surrogates(text)
    return True


def _is_json_with_surrogates(text: str) -> bool:
    """Ask the lenient parser: half a surrogate pair is JSON, though jiter refuses it."""
    if "\\u" not in text and text.isascii():
        return False
    try:
        json.loads(text, parse_constant=_refuse)
    except (ValueError, RecursionError):
        return False
    return True


def _refuse(constant: str) -> NoReturn:
    raise ValueError(constant)
