"""A long session under a budget, as a prompt cache sees it: ``python -m benchmarks.session``.

From a history longer than the budget on, turn after turn is added and fitted: by whole units
(``stable=True``), and by a window that slides. Beside each figure stands the bound for the same
unit: one miss for each unit that goes, and in each request what is new in it.
"""

from __future__ import annotations

import argparse
import random
from collections.abc import Iterator, Sequence
from time import perf_counter
from typing import Any, NamedTuple, cast

from pyrsistent import pvector

import ctxfn
from benchmarks.machine import machine
from benchmarks.phrases import Phrases
from ctxfn.messages import Messages, Node, is_paired, own
from ctxfn.tokens import (
    CacheReport,
    Counter,
    Lines,
    Seen,
    Tariff,
    account,
    counter_for,
    measure,
    see,
)
from ctxfn.wire import Conversation, codec_named, profile

__all__ = ["Outcome", "Session", "bound", "main", "run", "turns_of_chat"]

_TURN = 450
_ASKED = 110
_UNITS = 4


class Session(NamedTuple):
    """What a session is like: tokens in the history before it and in its head, turns, budget."""

    history: int = 120_000
    turns: int = 2_000
    budget: int = 100_000
    head: int = 0
    seed: int = 42


class Outcome(NamedTuple):
    """What came of a session, and the bound of its mean share."""

    report: CacheReport
    bound: float
    unpaired: int
    seconds: float

    @property
    def over(self) -> int:
        """How many requests cost more than the budget."""
        return sum(turn.tokens > (self.report.budget or 0) for turn in self.report.turns)


def turns_of_chat(seed: int, counter: Counter) -> Iterator[tuple[list[Node], list[Node]]]:
    """Yield turns of about 450 tokens without end: what a person asks, and what follows it.

    Half of them call a tool or two on the way to the answer.
    """
    chance, number = random.Random(seed), 0
    phrases = Phrases(chance)
    spent = made = 0
    while True:
        number += 1
        asked = _read([{"role": "user", "content": phrases.prose(4 * _ASKED)}])
        calls = [f"call_{number}_{at}" for at in range(chance.choice((0, 0, 1, 2)))]
        told: list[dict[str, Any]] = []
        if calls:
            functions = [{"name": "read_file", "arguments": '{"path":"notes.md"}'} for _ in calls]
            asking = [
                {"id": name, "type": "function", "function": function}
                for name, function in zip(calls, functions, strict=True)
            ]
            told.append({"role": "assistant", "content": None, "tool_calls": asking})
        told += [
            {"role": "tool", "tool_call_id": name, "content": phrases.data(240)} for name in calls
        ]
        begun = _cost([*asked, *_read(told)], counter)
        # Steers towards the mean: what the turns before had too much, this one has too little.
        room = _TURN * (made + 1) - spent - begun
        told.append({"role": "assistant", "content": phrases.prose(max(80, int(4.6 * room)))})
        made, spent = made + 1, spent + _cost([*asked, *_read(told)], counter)
        yield asked, _read(told)


def _read(rows: Sequence[dict[str, Any]]) -> list[Node]:
    return list(codec_named("openai_chat").decode(list(rows)).messages)


def _cost(nodes: Sequence[Node], counter: Counter) -> int:
    return sum(measure(node, counter) for node in nodes)


def run(session: Session, *, stable: bool, counter: Counter | None = None) -> Outcome:
    """Add turn after turn to the session, fit each request, and see what the cache makes of it."""
    counter = counter or counter_for("gpt-4o")
    started, made = perf_counter(), turns_of_chat(session.seed, counter)
    history = pvector([*_head(session, counter), *_history(session, made, counter)])
    lines, codec, target = Lines(counter), codec_named("openai_chat"), profile("openai")
    turns, unpaired = [], 0
    before: tuple[Seen, ...] = ()
    for number in range(session.turns):
        asked, told = next(made)
        history = history.extend(asked)
        sent = cast(
            "Messages", ctxfn.fit(history, budget=session.budget, stable=stable, counter=counter)
        )
        unpaired += not is_paired(sent)
        body = codec.encode(Conversation(sent, settings=own({})), target).body
        turn, seen = see(lines, before, body, number)
        before = (seen,)
        assert number % 500 or turn.tokens == account(sent, counter, tariff=Tariff()).total
        turns.append(turn)
        history = history.extend(told)
    report = CacheReport(tuple(turns), session.budget)
    return Outcome(report, bound(session), unpaired, perf_counter() - started)


def bound(session: Session) -> float:
    """Return what the mean share is at best, if whole units go: a calculation, no measurement.

    A unit goes each time so many turns have come as fill it; then all behind the head is new.
    Else only the last turn is. Between, what is sent grows from a unit below the budget to it.
    """
    unit = session.budget / _UNITS
    between = unit / _TURN
    sizes = [session.budget - unit + (at + 0.5) * unit / 100 for at in range(100)]
    new = sum(_TURN / size for size in sizes) / len(sizes)
    missed = 1 - session.head / (session.budget - unit) - _TURN / (session.budget - unit)
    return 1 - new - missed / between


def _head(session: Session, counter: Counter) -> list[Node]:
    if not session.head:
        return []
    phrases = Phrases(random.Random(session.seed + 1))
    paragraphs: list[str] = []
    spent = 0
    while spent < session.head:
        paragraphs.append(phrases.prose(800))
        spent += counter.text(paragraphs[-1]) + 1
    return _read([{"role": "system", "content": "\n\n".join(paragraphs)}])


def _history(
    session: Session, made: Iterator[tuple[list[Node], list[Node]]], counter: Counter
) -> Iterator[Node]:
    spent = 0
    while spent < session.history:
        asked, told = next(made)
        spent += _cost([*asked, *told], counter)
        yield from (*asked, *told)


def main(arguments: Sequence[str] | None = None) -> None:
    """Run the sessions, and print a row each."""
    plain = Session()
    reader = argparse.ArgumentParser(prog="benchmarks.session", description=__doc__)
    for name in ("history", "turns", "budget", "seed"):
        reader.add_argument(f"--{name}", type=int, default=getattr(plain, name))
    reader.add_argument("--head", type=int, default=20_000, help="tokens of a pinned head")
    asked = reader.parse_args(arguments)
    bare = Session(asked.history, asked.turns, asked.budget, 0, asked.seed)
    print(
        f"{bare.turns:,} turns of {_TURN} tokens behind {bare.history:,}, "
        f"budget {bare.budget:,}; {machine()}.\n"
    )
    print(
        "| session | mean share | bound | of all tokens | mean use | most tokens | over "
        "| unpaired | broken | ms a turn |"
    )
    print("|---|--:|--:|--:|--:|--:|--:|--:|--:|--:|")
    for name, session, stable in (
        ("units", bare, True),
        (f"units, head of {asked.head:,}", bare._replace(head=asked.head), True),
        ("sliding", bare, False),
        (f"sliding, head of {asked.head:,}", bare._replace(head=asked.head), False),
    ):
        print(_row(name, run(session, stable=stable), stable=stable), flush=True)


def _row(name: str, outcome: Outcome, *, stable: bool) -> str:
    report = outcome.report
    most = report.most
    cells = (
        name,
        f"{report.mean_share:.4f}",
        f"{outcome.bound:.4f}" if stable else "",
        f"{report.read_share:.4f}",
        f"{report.mean_use or 0:.3f}",
        f"{most.tokens if most else 0:,}",
        str(outcome.over),
        str(outcome.unpaired),
        str(len(report.broken)),
        f"{1000 * outcome.seconds / len(report.turns):.1f}",
    )
    return f"| {' | '.join(cells)} |"


if __name__ == "__main__":
    main()
