"""Figures of fetching facts: all at once, and one after another, by the clock on the wall."""

from __future__ import annotations

import asyncio
from time import perf_counter

from benchmarks.figures import Figure
from ctxfn.io.gather import Contribution, gather

__all__ = ["gather_figures"]

_FETCHERS = 20
#: What a fetch over a network may take.
_SECONDS = 0.02


async def _fetch(view: int) -> int:
    await asyncio.sleep(_SECONDS)
    return view


async def _known(view: int) -> int:
    return view


def gather_figures(rounds: int) -> list[Figure]:
    """Compare `gather` with awaiting each of its fetches, and with what it takes by itself."""
    waiting = [Contribution(f"source {n}", _fetch, (int,)) for n in range(_FETCHERS)]
    ready = [Contribution(f"source {n}", _known, (int,)) for n in range(_FETCHERS)]
    at_once = min(_took(waiting) for _ in range(rounds))
    in_turn = min(_took_in_turn(_FETCHERS) for _ in range(rounds))
    alone = min(_took(ready) for _ in range(rounds))
    what = f"{_FETCHERS} fetches of {_SECONDS * 1000:g} ms each"
    return [
        Figure(f"{what}, one after another", in_turn, " ms"),
        Figure("`gather` of the same / one after another", at_once / in_turn, "×", 0.1),
        Figure("`gather` of as many that need not wait", alone, " ms"),
    ]


def _took(asked: list[Contribution[int]]) -> float:
    async def timed() -> float:
        started = perf_counter()
        await gather(asked, 7)
        return (perf_counter() - started) * 1000

    return asyncio.run(timed())


def _took_in_turn(times: int) -> float:
    async def timed() -> float:
        started = perf_counter()
        for _ in range(times):
            await _fetch(7)
        return (perf_counter() - started) * 1000

    return asyncio.run(timed())
