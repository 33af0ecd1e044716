"""Each step on a history in which it finds something to do.

Frozen, its twin in place, on a copied list, on a deep copy.
"""

from __future__ import annotations

import copy
from typing import Final, NamedTuple

from benchmarks.histories import History, history
from benchmarks.measuring import Rival, best_of
from benchmarks.pair import Pair
from benchmarks.pairs_of_content import PAIRS_OF_CONTENT
from benchmarks.pairs_of_history import PAIRS_OF_HISTORY
from benchmarks.pairs_of_legalize import PAIRS_OF_LEGALIZE
from benchmarks.subjects import forget

__all__ = ["PAIRS", "StepTimes", "step_times"]

#: By the name of the step, and behind a comma what of it is timed.
PAIRS: Final[dict[str, Pair]] = PAIRS_OF_HISTORY | PAIRS_OF_CONTENT | PAIRS_OF_LEGALIZE


class StepTimes(NamedTuple):
    """Milliseconds of one step."""

    step: str
    frozen: float
    twin: float
    copied: float
    deep: float


def step_times(size: int, rounds: int) -> list[StepTimes]:
    """Time each step that has a twin on *size* messages."""
    times: dict[str, StepTimes] = {}
    # One history at a time: whatever else is held, the garbage collector would walk through.
    for named in dict.fromkeys(pair.history for pair in PAIRS.values()):
        given = history(named, size)
        for name, pair in PAIRS.items():
            if pair.history == named:
                times[name] = _timed(name, pair, given, rounds)
    return [times[name] for name in PAIRS]


def _timed(name: str, pair: Pair, given: History, rounds: int) -> StepTimes:
    took = best_of(
        rounds,
        frozen=Rival(lambda _: pair.frozen(given.messages), forget),
        twin=Rival(pair.twin, given.rows),
        copied=Rival(lambda rows: pair.twin([dict(row) for row in rows]), given.rows),
        deep=Rival(lambda rows: pair.twin(copy.deepcopy(rows)), given.rows),
    )
    return StepTimes(name, took["frozen"], took["twin"], took["copied"], took["deep"])
