"""Nothing is shared: not with what the caller passed in, not with what came out."""

from __future__ import annotations

from collections.abc import Iterator
from copy import deepcopy
from datetime import UTC, datetime
from typing import Any

import pytest

from ctxfn.facts import Clock, SystemRole, Todo, TodoList
from ctxfn.front import assemble, check, count, fit, repair
from tests.front.histories import accepted

BODIES = [body for body in accepted() if isinstance(body, dict)]
FACTS = (
    SystemRole("Be brief."),
    Clock(datetime(2026, 3, 1, tzinfo=UTC)),
    TodoList((Todo("ship"),)),
)


def containers(value: Any) -> Iterator[Any]:
    """Yield every dict and list inside *value*, itself included."""
    waiting = [value]
    for one in waiting:
        if isinstance(one, dict):
            waiting += one.values()
        elif isinstance(one, list):
            waiting += one
        if isinstance(one, dict | list):
            yield one


def spoil(value: Any) -> None:
    """Change every dict and list inside *value*."""
    for one in list(containers(value)):
        if isinstance(one, dict):
            one.clear()
            one["spoiled"] = True
        else:
            one[:] = ["spoiled"]


@pytest.mark.parametrize("body", BODIES)
def test_spoiling_what_went_in_changes_nothing_that_came_out(body: dict[str, Any]) -> None:
    given = deepcopy(body)
    out = repair(given)
    payload = assemble(given, *FACTS)
    before = deepcopy((out, payload.body))
    spoil(given)

    assert (out, payload.body) == before


@pytest.mark.parametrize("body", BODIES)
def test_spoiling_what_came_out_changes_nothing_that_went_in(body: dict[str, Any]) -> None:
    given = deepcopy(body)
    spoil(repair(given))
    spoil(fit(given, messages=3))
    spoil(assemble(given, *FACTS).body)

    assert given == body


@pytest.mark.parametrize("body", BODIES)
def test_what_came_out_is_fresh_every_time(body: dict[str, Any]) -> None:
    first, second = repair(body), repair(body)
    shared = {id(one) for one in containers(first)} & {id(one) for one in containers(second)}

    assert shared == set()


@pytest.mark.parametrize("body", BODIES)
def test_no_verb_changes_what_it_is_given(body: dict[str, Any]) -> None:
    given = deepcopy(body)
    check(given)
    count(given)
    repair(given)
    fit(given, groups=1)
    assemble(given, *FACTS)

    assert given == body
