"""Where a message of a running pipeline stood in what the caller gave."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeVar

from attrs import evolve

from ctxfn.errors import CtxfnError
from ctxfn.functional import countby
from ctxfn.messages import Messages, Node, is_ours, text_of
from ctxfn.processors import BudgetUnsatisfiable, CapabilitiesMissing, Culprit, Offence

__all__ = ["told_to_caller"]

C = TypeVar("C", Culprit, Offence)


def told_to_caller(error: CtxfnError, now: Messages, given: Messages) -> CtxfnError:
    """Count the places that *error* names as the caller does, who gave *given*.

    Contract:
        *error* is of a step that got the messages *now*: of them some were left out, moved or
        added since. A message that is none of the caller's has no place. An error that names
        no place is the same object.

    Complexity: O(messages).

    Source: ours.

    Examples:
        >>> from ctxfn.messages import assistant, chat, user
        >>> given = chat(assistant(""), user("Hi"))
        >>> wrong = BudgetUnsatisfiable(9, 5, (Culprit("user", 9, 0),))
        >>> told_to_caller(wrong, given[1:], given).culprits
        (Culprit(what='user', tokens=9, place=1, id=None),)
    """
    if not isinstance(error, BudgetUnsatisfiable | CapabilitiesMissing):
        return error
    places = _origins(now, given)
    if isinstance(error, BudgetUnsatisfiable):
        return evolve(error, culprits=tuple(_placed(one, places) for one in error.culprits))
    return evolve(error, offences=tuple(_placed(one, places) for one in error.offences))


def _placed(one: C, places: dict[int, int]) -> C:
    return one if one.place is None else evolve(one, place=places.get(one.place))


def _origins(now: Messages, given: Messages) -> dict[int, int]:
    """Map places of *now* to places of *given*: the same object, the same id, or in between."""
    found = _the_same(now, given)
    before = (-1, -1)
    for place in (*sorted(found), len(now)):
        behind = (place, found.get(place, len(given)))
        found.update(_between(before, behind, now, given))
        before = behind
    return found


def _the_same(now: Messages, given: Messages) -> dict[int, int]:
    objects = {id(node): place for place, node in enumerate(given)}
    once = countby(lambda node: node.id, given)
    ids = {node.id: place for place, node in enumerate(given) if once[node.id] == 1}
    ids.pop(None, None)
    found: dict[int, int] = {}
    for place, node in enumerate(now):
        there = objects.get(id(node), ids.get(node.id))
        if there is not None:
            found[place] = there
    return found


def _between(
    before: tuple[int, int], behind: tuple[int, int], now: Messages, given: Messages
) -> Iterable[tuple[int, int]]:
    """Pair what lies between two known places: one by one, or by what is said."""
    here = [place for place in range(before[0] + 1, behind[0]) if not is_ours(now[place])]
    there = list(range(before[1] + 1, behind[1]))
    if len(here) == len(there):
        return zip(here, there, strict=True)
    pairs: list[tuple[int, int]] = []
    for place in here:
        like = next((one for one in there if _says(now[place], given[one])), None)
        if like is not None:
            there = [one for one in there if one > like]
            pairs.append((place, like))
    return pairs


def _says(now: Node, given: Node) -> bool:
    words = text_of(given)
    return now.role == given.role and bool(words) and words in text_of(now)
