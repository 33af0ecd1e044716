"""What one more turn costs of a long history, and a long ledger: ``python -m benchmarks.long_histories``.

A turn is a question and an answer, behind 1,000 to 100,000 messages. *Cold*: no message was counted
before; *warm*: all but the turn were. Then a million messages are appended to a ledger one by one:
what a stretch of them takes of time and memory is to stay the same.
"""

from __future__ import annotations

import argparse
import gc
import resource
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from pathlib import Path
from time import process_time
from typing import Final, NamedTuple

from benchmarks.corpus import corpus
from benchmarks.growth import exponent
from benchmarks.machine import machine
from benchmarks.measuring import Rival, best_of, collector
from benchmarks.subjects import CHAT
from ctxfn.context import Context
from ctxfn.messages import Messages, assistant, user
from ctxfn.processors import fit_budget
from ctxfn.tokens import Counter, Ledger, estimate, exact, ledger_of

__all__ = ["SIZES", "Stretch", "TurnCost", "ledger_stretches", "main", "turn_costs"]

SIZES: Final = (1_000, 10_000, 100_000)

_BUDGET: Final = 100_000
_STRETCHES: Final = 10
_SAMPLE: Final = 1_000


class TurnCost(NamedTuple):
    """Milliseconds of one more turn at each size, and the power of the size that they follow."""

    what: str
    times: tuple[float, ...]
    exponent: float


class Stretch(NamedTuple):
    """A stretch of a growing ledger: its end, µs an append, memory then, bytes a message of it.

    `paused`: with the garbage collector paused; `on`: with it on.
    """

    messages: int
    paused: float
    on: float
    megabytes: float
    bytes: float


def turn_costs(counter: Counter, rounds: int, sizes: Sequence[int] = SIZES) -> list[TurnCost]:
    """Measure the cut of one more turn: plain and by whole units, cold and warm, and a ledger's."""
    plain = fit_budget(budget=_BUDGET, counter=counter, pin_in="head")
    pins = fit_budget(budget=_BUDGET, counter=counter)
    units = fit_budget(budget=_BUDGET, counter=counter, stable=True)
    found: dict[str, list[float]] = {}
    for size in sizes:
        rows = corpus(size)
        for name, step in (("fit", plain), ("fit, pins anywhere", pins), ("fit, stable", units)):
            taken = _cold_and_warm(step, rows, rounds)
            for how, milliseconds in taken.items():
                found.setdefault(f"{name}, {how}", []).append(milliseconds)
        ledger = ledger_of(CHAT.decode(rows).messages, counter)
        both = best_of(5 * rounds, cut=Rival(partial(_ledger_turn, ledger)))
        found.setdefault("ledger, append and cut", []).append(both["cut"])
    return [TurnCost(what, tuple(times), exponent(sizes, times)) for what, times in found.items()]


def _cold_and_warm(
    step: Callable[[Context], Context], rows: Sequence[dict[str, object]], rounds: int
) -> dict[str, float]:
    def never_counted() -> Context:
        return Context(_one_more(CHAT.decode(list(rows)).messages))

    held = CHAT.decode(list(rows)).messages
    step(Context(held))
    taken = best_of(max(2, rounds // 2), cold=Rival(step, never_counted))
    return taken | best_of(3 * rounds, warm=Rival(step, lambda: Context(_one_more(held))))


def _one_more(messages: Messages) -> Messages:
    return messages.extend((user("And what of the second?"), assistant("It is as the first.")))


def _ledger_turn(ledger: Ledger) -> object:
    more = ledger.append(user("And what of the second?"), assistant("It is as the first."))
    return more.newest(tokens=_BUDGET, unit=_BUDGET // 4)


def ledger_stretches(messages: int, counter: Counter) -> Iterator[Stretch]:
    """Append so many messages one by one, each of its own, and tell of each tenth of them.

    The collector is paused, but for a sample behind each stretch: it walks through every vector
    that is young, and each append makes some.
    """
    ledger = ledger_of((), counter)
    each = messages // _STRETCHES
    gc.collect()
    before = _resident()
    for stretch in range(_STRETCHES):
        with collector(paused=True):
            ledger, paused = _appended(ledger, stretch * each, each)
        gc.collect()
        now = _resident()
        sample = min(each, _SAMPLE)
        _, on = _appended(ledger, 0, sample)
        yield Stretch((stretch + 1) * each, paused, on, now / 1e6, (now - before) / each)
        before = now


def _appended(ledger: Ledger, begin: int, count: int) -> tuple[Ledger, float]:
    """Append *count* messages, and return also the microseconds that one of them took."""
    started = process_time()
    for number in range(begin, begin + count):
        said = f"Message {number} of a conversation that goes on."
        ledger = ledger.append(assistant(said) if number % 2 else user(said))
    return ledger, 1e6 * (process_time() - started) / count


def _resident() -> int:
    """Return the memory that this process holds now, in bytes."""
    try:
        pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1])
    except OSError:  # No such file system: the most it ever held.
        return 1024 * resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return pages * resource.getpagesize()


def main(arguments: Sequence[str] | None = None) -> None:
    """Measure, and print both tables."""
    reader = argparse.ArgumentParser(prog="benchmarks.long_histories", description=__doc__)
    reader.add_argument("--rounds", type=int, default=5, help="of which the best counts")
    reader.add_argument("--ledger", type=int, default=1_000_000, help="messages of the ledger")
    asked = reader.parse_args(arguments)
    print(f"The best of {asked.rounds} rounds; {machine()}.\n")
    print(f"| one more turn, ms at | {' | '.join(f'{size:,}' for size in SIZES)} | exponent |")
    print("|---|--:|--:|--:|--:|")
    for one in turn_costs(exact("o200k_base"), asked.rounds):
        times = " | ".join(f"{time:.3f}" for time in one.times)
        print(f"| {one.what} | {times} | {one.exponent:.2f} |", flush=True)
    print(
        "\n| messages in the ledger | µs an append, collector paused | on | MB | bytes a message |"
    )
    print("|--:|--:|--:|--:|--:|")
    for stretch in ledger_stretches(asked.ledger, estimate()):
        print(
            f"| {stretch.messages:,} | {stretch.paused:.1f} | {stretch.on:.1f} "
            f"| {stretch.megabytes:.0f} | {stretch.bytes:,.0f} |",
            flush=True,
        )


if __name__ == "__main__":
    main()
