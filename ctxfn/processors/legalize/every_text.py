"""One walk over every text that a message holds, whichever field it is in."""

from __future__ import annotations

import functools
import json
import operator
from collections.abc import Callable, Hashable
from typing import Final, TypeVar, cast

from attrs import evolve, fields, has

from ctxfn.messages import NOWHERE, Message, Verbatim, own, parse_json

__all__ = ["map_every_text", "map_value", "texts_to_mend"]

V = TypeVar("V")

M = TypeVar("M", bound=Message)

#: Characters as they are: an escape would hide what is looked for.
_json: Final = json.JSONEncoder(ensure_ascii=False, separators=(",", ":")).encode


def texts_to_mend(is_right: Callable[[str], bool], message: Message) -> tuple[str, ...]:
    """Name the fields of *message* in which some text, at any depth, is not right.

    Contract:
        In the order of the fields; how a message was written is no text of it.

    Complexity: O(characters).

    Source: ours.

    Examples:
        >>> from ctxfn.messages import assistant, call
        >>> texts_to_mend(str.islower, assistant("said", call("C1", "tool", "[x]")))
        ('calls',)
    """
    return tuple(
        name for name in _names(type(message)) if not _all_right(is_right, getattr(message, name))
    )


def map_every_text(change: Callable[[str], str], message: M) -> M:
    """Apply *change* to every text of *message*: words, names, ids, addresses, kept JSON.

    Kept JSON is changed as one text, so that no depth of it takes from our stack: *change*
    must leave brackets, quotes and backslashes as they are.

    Contract:
        What *change* leaves as it is stays the same object, the whole message too. How a
        changed message was written no longer counts.

    Complexity: O(characters).

    Source: ours.

    Examples:
        >>> from ctxfn.messages import user
        >>> map_every_text(str.upper, user("hi", name="ann"))
        User((Text('HI'),), name='ANN')
    """
    mapped = _record(change, message)
    return message if mapped is message else cast("M", evolve(mapped, written=None))  # type: ignore[misc]


def map_value(change: Callable[[str], str], value: V) -> V:
    """Apply *change* to every text in *value*: a record, a tuple of such, or kept JSON.

    Contract:
        As `map_every_text`, of what stands beside messages.

    Complexity: O(characters).

    Source: ours.

    Examples:
        >>> map_value(str.upper, own({"a": "b"})).thaw()
        {'A': 'B'}
    """
    return value if value is None else cast("V", _mapped(change, value))


def _names(kind: type) -> tuple[str, ...]:
    """List the fields a record of *kind* is compared by; none if it is no record."""
    return _names_of(cast("Hashable", kind))


@functools.cache
def _names_of(kind: Hashable) -> tuple[str, ...]:
    found = fields(kind) if isinstance(kind, type) and has(kind) else ()
    return tuple(field.name for field in found if field.eq)


def _all_right(is_right: Callable[[str], bool], value: object) -> bool:
    if value is None or value is NOWHERE:
        return True
    if type(value) is str:
        return is_right(value)
    if isinstance(value, tuple):
        # A plain loop: `all` over a generator takes longer on tuples of one or none.
        for one in value:  # noqa: SIM110
            if not _all_right(is_right, one):
                return False
        return True
    if isinstance(value, Verbatim):
        return is_right(_json_of(value))
    return all(_all_right(is_right, getattr(value, name)) for name in _names(type(value)))


def _mapped(change: Callable[[str], str], value: object) -> object:
    if value is None or value is NOWHERE:
        return value
    if type(value) is str:
        changed = change(value)
        return value if changed == value else changed
    if isinstance(value, tuple):
        items = tuple(_mapped(change, one) for one in value)
        return value if all(map(operator.is_, items, value)) else items
    if isinstance(value, Verbatim):
        text = _json_of(value)
        changed = change(text)
        return value if changed == text else own(_value_of(changed))
    return _record(change, value)


def _json_of(value: Verbatim) -> str:
    """Write *value*; where the stack is too short for Python's writer, with its keys sorted."""
    try:
        return _json(value.shared())
    except RecursionError:
        return value.text


def _value_of(text: str) -> object:
    try:
        value: object = json.loads(text)
    except RecursionError:
        return parse_json(text).value
    return value


def _record(change: Callable[[str], str], value: object) -> object:
    before = {name: getattr(value, name) for name in _names(type(value))}
    after = {name: _mapped(change, inner) for name, inner in before.items()}
    changes = {name: inner for name, inner in after.items() if inner is not before[name]}
    return evolve(value, **changes) if changes else value  # type: ignore[misc]
