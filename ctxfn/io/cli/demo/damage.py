"""Do to a good history what stores do to histories; the same each time."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, NamedTuple, TypeAlias

__all__ = ["Damage", "Row", "damaged", "stored"]

Row: TypeAlias = dict[str, object]

#: When the first row was stored; each later one follows after some seconds.
_BEGAN_MS: Final = 1_715_799_600_000
_APART_MS: Final = 7_000


class Damage(NamedTuple):
    """What happened in the store, and what the history has of it."""

    cause: str
    effect: str


def stored(messages: list[Row]) -> list[Row]:
    """Make rows of *messages* as a database gives them back: with its own keys in them."""
    return [
        {"id": f"row-{number}", "created_at": _BEGAN_MS + number * _APART_MS, **message}
        for number, message in enumerate(messages, 1)
    ]


def damaged(rows: list[Row]) -> tuple[list[Row], tuple[Damage, ...]]:
    """Damage *rows* (a copy of the list) in each way there is; say what was done."""
    broken = list(rows)
    for _, harm in _DAMAGES:
        harm(broken)
    return broken, tuple(damage for damage, _ in _DAMAGES)


def _asking(rows: list[Row], api: str) -> list[int]:
    """Find the rows that call *api*; each row of this history has one call at most."""
    return [
        index for index, row in enumerate(rows) if f"'name': '{api}'" in str(row.get("tool_calls"))
    ]


def _lose_result(rows: list[Row]) -> None:
    del rows[_asking(rows, "update_reservation_flights")[0] + 1]


def _delay_result(rows: list[Row]) -> None:
    place = _asking(rows, "update_reservation_flights")[2] + 1
    rows[place], rows[place + 1] = rows[place + 1], rows[place]


def _store_twice(rows: list[Row]) -> None:
    place = _asking(rows, "update_reservation_flights")[1] + 1
    rows.insert(place, dict(rows[place]))


def _lose_call(rows: list[Row]) -> None:
    del rows[_asking(rows, "search_direct_flight")[-1]]


def _cut_arguments(rows: list[Row]) -> None:
    place = _asking(rows, "update_reservation_flights")[-1]
    calls = rows[place]["tool_calls"]
    assert isinstance(calls, list)
    function = calls[0]["function"]
    written = {**function, "arguments": function["arguments"][:-38]}
    rows[place] = {**rows[place], "tool_calls": [{**calls[0], "function": written}]}


def _fail_generation(rows: list[Row]) -> None:
    place = _asking(rows, "calculate")[-1]
    rows.insert(place, {"id": "row-failed", "role": "assistant", "content": ""})


_DAMAGES: Final[tuple[tuple[Damage, Callable[[list[Row]], None]], ...]] = (
    (Damage("a worker died while a tool ran", "a call without a result"), _lose_result),
    (Damage("two workers wrote at once", "a result behind the next call"), _delay_result),
    (Damage("a write was tried again", "a row twice"), _store_twice),
    (Damage("a clean-up job deleted a row", "a result without a call"), _lose_call),
    (Damage("a stream broke off", "arguments that are no JSON"), _cut_arguments),
    (Damage("a generation failed", "an empty assistant message"), _fail_generation),
)
