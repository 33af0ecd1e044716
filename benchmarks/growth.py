"""How time grows with the history: a straight line on double logarithmic paper."""

from __future__ import annotations

import json
import math
from collections.abc import Callable, Sequence
from typing import Final, NamedTuple

from benchmarks.corpus import corpus
from benchmarks.measuring import Rival, best_of
from benchmarks.subjects import CHAT, encoded, forget, held
from ctxfn.messages import Messages
from ctxfn.processors import keep_recent, pair_tool_results

__all__ = ["SIZES", "Growth", "exponent", "growths"]

SIZES: Final = (100, 1_000, 10_000)


class Growth(NamedTuple):
    """Milliseconds at each of `SIZES`, and the power of the size that they follow."""

    what: str
    times: tuple[float, ...]
    exponent: float


def growths(rounds: int) -> list[Growth]:
    """Measure what should be linear, and what should not grow at all."""
    keep, pairing = keep_recent(groups=20), pair_tool_results()
    subjects: dict[str, Callable[[Messages], object]] = {
        "default pipeline and encode, held": held,
        "encode": encoded,
        "pair_tool_results, nothing to do": pairing,
        "keep the last 20 groups": keep,
    }
    histories = {size: CHAT.decode(corpus(size)).messages for size in SIZES}
    found = [
        _growth(what, [_time(rounds, subject, histories[size]) for size in SIZES])
        for what, subject in subjects.items()
    ]
    texts = {size: json.dumps(corpus(size)) for size in SIZES}
    parsing = [best_of(rounds, one=Rival(lambda s=s: json.loads(texts[s])))["one"] for s in SIZES]
    return [*found, _growth("`json.loads`", parsing)]


def _time(rounds: int, subject: Callable[[Messages], object], messages: Messages) -> float:
    return best_of(rounds, one=Rival(lambda _: subject(messages), forget))["one"]


def _growth(what: str, times: Sequence[float]) -> Growth:
    return Growth(what, tuple(times), exponent(SIZES, times))


def exponent(sizes: Sequence[float], times: Sequence[float]) -> float:
    """Fit *times* to a power of *sizes* by least squares of the logarithms."""
    xs, ys = [math.log(size) for size in sizes], [math.log(time) for time in times]
    middle_x, middle_y = sum(xs) / len(xs), sum(ys) / len(ys)
    above = sum((x - middle_x) * (y - middle_y) for x, y in zip(xs, ys, strict=True))
    return above / sum((x - middle_x) ** 2 for x in xs)
