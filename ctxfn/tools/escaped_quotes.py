"""Undo quotes that were escaped by mistake, so that a text swallowed what follows it."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from itertools import islice
from typing import Final, NamedTuple, TypeAlias

from ctxfn.messages import InvalidJson, TooDeep, parse_json
from ctxfn.tools.json_scanner import BLANKS
from ctxfn.tools.read_partial import read_partial

__all__ = ["Regained", "object_in_text", "regained_from", "unescaped_object"]

#: A text may hold many quotes, commas and names; so many places of it are tried.
_TRIES: Final = 8

_BORDER: Final = re.compile(r'"\s*+,\s*+(?="[^"\\]*+"\s*+:)')
_ESCAPED_BORDER: Final = re.compile(r'\\"\s*+,\s*+(?=\\"[^"\\]*+\\"\s*+:)')

_LENIENT: Final = json.JSONDecoder(strict=False)

_Object: TypeAlias = dict[str, object]


class Regained(NamedTuple):
    """Arguments with what a text had swallowed, and the names of that."""

    value: dict[str, object]
    names: tuple[str, ...]


def regained_from(value: object, missing: tuple[str, ...]) -> Iterator[Regained]:
    """Yield *value* with what one of its texts has swallowed, each text that may be it in turn.

    Contract:
        A text that ends in a brace is cut at a quote, comma and name in quotes, whose own quotes
        may be escaped once more; what follows must be the members of an object to its end, line
        breaks in texts allowed, all of *missing* among them and none that *value* has already.
        What stands in front of the cut stays as it is, and so do all other members.

    Complexity: O(characters): a bounded number of places of each text is tried.

    Source: LobeHub context-engine, tool arguments repairer. It takes one exact spacing, detects
    escaped quotes without repairing them, gives up at line breaks, reads what stands in front
    of the cut a second time, and loses all other members.
    """
    if missing and isinstance(value, dict):
        # A copy of all members is made for each, so there must not be many.
        yield from islice(_candidates(value, frozenset(missing)), _TRIES)


def _candidates(value: _Object, missing: frozenset[str]) -> Iterator[Regained]:
    for key, text in value.items():
        if isinstance(text, str) and text.rstrip(BLANKS).endswith("}"):
            for head, members in _cuts_of(text):
                if missing <= members.keys() and not members.keys() & value.keys():
                    yield Regained({**value, key: head, **members}, tuple(members))


def _cuts_of(text: str) -> Iterator[tuple[str, _Object]]:
    """Yield what stands before and behind each place where *text* may have swallowed members."""
    for border, escaped in ((_BORDER, False), (_ESCAPED_BORDER, True)):
        for found in islice(border.finditer(text), _TRIES):
            head, rest = text[: found.start()], text[found.end() :]
            if _is_quoted_in_pairs(head):
                members = unescaped_object("{" + rest) if escaped else _whole("{" + rest)
                if members:
                    yield head, members


def _is_quoted_in_pairs(head: str) -> bool:
    """Say whether the quote behind *head* ends it, rather than something quoted inside."""
    return head.count('"') % 2 == 0


def unescaped_object(text: str) -> dict[str, object] | None:
    """Read *text* with one level of escapes taken off, if it is one object as a whole then.

    Complexity: O(characters).
    """
    try:
        unescaped, end = _LENIENT.raw_decode(f'"{text}"')
    except json.JSONDecodeError:
        return None
    whole = end == len(text) + 2 and isinstance(unescaped, str)
    return _whole(unescaped) if whole else None


def object_in_text(value: object) -> dict[str, object] | None:
    """Read a text that is an object, written in a text once more.

    Complexity: O(characters).
    """
    if not isinstance(value, str):
        return None
    try:
        inner = parse_json(value).value
    except (InvalidJson, TooDeep):
        return None
    return inner if isinstance(inner, dict) else None


def _whole(text: str) -> _Object | None:
    """Read *text* if it is one object and nothing else, control characters in texts allowed."""
    partial = read_partial(text)
    if partial.how != "whole" or text[partial.end :].strip(BLANKS):
        return None
    return partial.value if isinstance(partial.value, dict) else None
