"""What a conversation says that a check need not say of it: a key of ours, never sent."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from attrs import evolve, frozen

from ctxfn.errors import shown
from ctxfn.lint import Rule, UnknownRule, rules_named
from ctxfn.messages import InvalidMessages

__all__ = ["IGNORES_KEY", "NOTHING_IGNORED", "Ignores", "check_ignores", "without_ignores"]

#: The key of a body, or of a message, that holds it: ``{"ctxfn": {"ignore": ["X906"]}}``.
IGNORES_KEY: Final = "ctxfn"

_MESSAGES: Final = ("messages", "contents", "input")

_FORM: Final = 'an object of one list of rules: {"ignore": ["T101"]}'


@frozen
class Ignores:
    """Rules that are ignored in the whole conversation, and in single messages of it."""

    everywhere: tuple[str, ...] = ()
    by_message: tuple[tuple[int, tuple[str, ...]], ...] = ()

    @property
    def names(self) -> tuple[str, ...]:
        """Every rule that is ignored anywhere."""
        return (*self.everywhere, *(name for _, names in self.by_message for name in names))

    def of_message(self, index: int | None) -> tuple[str, ...]:
        """Return what is ignored in the message at *index* alone."""
        return next((names for place, names in self.by_message if place == index), ())


#: Most conversations say nothing.
NOTHING_IGNORED: Final = Ignores()


def without_ignores(value: object) -> tuple[object, Ignores]:
    """Return a list or body without our key, and what the key said.

    Contract:
        *value* is not changed; where the key is nowhere, it is returned itself.

    Complexity: O(messages).

    Source: ours.

    Raises:
        InvalidMessages: the key holds something else.

    Examples:
        >>> row = {"role": "user", "content": "hi", "ctxfn": {"ignore": ["X906"]}}
        >>> without_ignores([row])
        ([{'role': 'user', 'content': 'hi'}], Ignores(everywhere=(), by_message=((0, ('X906',)),)))
    """
    if not isinstance(value, dict):
        rows, by_message = _of_rows(value)
        return rows, Ignores((), by_message) if by_message else NOTHING_IGNORED
    key = next((key for key in _MESSAGES if key in value), None)
    rows, by_message = _of_rows(value[key]) if key is not None else (None, ())
    if IGNORES_KEY not in value and not by_message:
        return value, NOTHING_IGNORED
    everywhere = _names(value[IGNORES_KEY], None) if IGNORES_KEY in value else ()
    body = {name: one for name, one in value.items() if name != IGNORES_KEY}
    if key is not None:
        body[key] = rows
    return body, Ignores(everywhere, by_message)


def check_ignores(ignores: Ignores, known: Iterable[Rule]) -> None:
    """Refuse a name that is none of *known*, where it stands.

    Complexity: O(rules x names).

    Source: ours.

    Raises:
        UnknownRule: names the message.
    """
    rules = tuple(known) if ignores.names else ()
    for index, names in ((None, ignores.everywhere), *ignores.by_message):
        for name in names:
            try:
                rules_named((), (name,), rules=rules)
            except UnknownRule as wrong:
                where = "the input" if index is None else f"message {index}"
                raise evolve(wrong, place=f"{where} at {IGNORES_KEY}.ignore") from wrong


def _of_rows(rows: object) -> tuple[object, tuple[tuple[int, tuple[str, ...]], ...]]:
    if not isinstance(rows, list | tuple):
        return rows, ()
    found = [
        (index, _names(row[IGNORES_KEY], index))
        for index, row in enumerate(rows)
        if isinstance(row, dict) and IGNORES_KEY in row
    ]
    if not found:
        return rows, ()
    kept = list(rows)
    for index, _ in found:
        kept[index] = {name: one for name, one in kept[index].items() if name != IGNORES_KEY}
    return kept, tuple(found)


def _names(value: object, index: int | None) -> tuple[str, ...]:
    names = value.get("ignore") if isinstance(value, dict) and value.keys() == {"ignore"} else None
    if not isinstance(names, list) or not all(isinstance(name, str) for name in names):
        raise InvalidMessages(index, IGNORES_KEY, shown(value), _FORM)
    return tuple(names)
