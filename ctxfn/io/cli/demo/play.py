"""Run the main job on a damaged history, and keep all there is to tell of it."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable
from datetime import datetime
from importlib.resources import files
from typing import Final, NamedTuple
from zoneinfo import ZoneInfo

from ctxfn import Clock, Policy, SystemRole, assemble, check
from ctxfn.facts import Model, Todo, TodoList
from ctxfn.front import Payload
from ctxfn.io.cli.demo.damage import Damage, Row, damaged, stored
from ctxfn.lint import Findings
from ctxfn.messages import Node
from ctxfn.tokens import Counter, measure

__all__ = ["BUDGET", "MODEL", "TARGET", "Play", "play", "recorded"]

#: Less than half of what came in, so that it bites.
BUDGET: Final = 4_000
TARGET: Final = "openai"
MODEL: Final = "gpt-4o"

_RESERVATIONS: Final = ("JG7FMM", "2FBBAH", "X7BYG1", "EQ1G6C", "BOH180")


class Play(NamedTuple):
    """What came in, what was known, what was done, what went out."""

    rows: list[Row]
    damages: tuple[Damage, ...]
    found: Findings
    facts: tuple[object, ...]
    payload: Payload
    left: Findings
    counter: Counter

    def tokens(self, nodes: Iterable[Node]) -> list[int]:
        """Count each of *nodes*."""
        return [measure(node, self.counter) for node in nodes]

    @property
    def came(self) -> int:
        """The tokens of the history as it came."""
        return sum(self.tokens(self.payload.report.context.given))

    @property
    def went(self) -> int:
        """The tokens of the messages that go out."""
        return sum(self.tokens(self.payload.report.context.messages))


def play(*, clock: Callable[[], float], counter: Counter, budget: int = BUDGET) -> Play:
    """Assemble the request of an agent in the middle of a turn, whose store has seen better days.

    The system text is not in the history: it is the application's, and so a fact.
    """
    role, said = recorded()
    rows, damages = damaged(stored(said))
    facts = (
        SystemRole(role),
        Model(MODEL),
        Clock(datetime(2024, 5, 15, 15, tzinfo=ZoneInfo("America/New_York")), "America/New_York"),
        TodoList(
            tuple(
                Todo(f"downgrade {one}", "processing" if one == _RESERVATIONS[-1] else "completed")
                for one in _RESERVATIONS
            )
        ),
    )

    def count(node: Node) -> int:
        return measure(node, counter)

    payload = assemble(
        rows,
        *facts,
        to=TARGET,
        model=MODEL,
        policy=Policy(budget=budget),
        clock=clock,
        counter=count,
    )
    # What was recorded tells the hour in its instructions; that is shown as it was.
    left = check(payload.body, TARGET, ignore=["volatile-prefix"])
    return Play(rows, damages, check(rows, TARGET), facts, payload, left, counter)


def recorded() -> tuple[str, list[Row]]:
    """Read the recorded conversation: its system text, and what was said."""
    data = files("ctxfn.io.cli.demo").joinpath("data", "airline.json").read_text(encoding="utf-8")
    system, *said = json.loads(data)["messages"]
    return system["content"], said
