"""Every step and pipeline by the length of the history: cold, one more turn, and its twin.

One more turn is `incremental` of the step on a history that grows by three messages; a twin has
no memory, and does all of it again.
"""

from __future__ import annotations

import copy
import json
from collections.abc import Iterator, Sequence
from types import FunctionType
from typing import Any, Final, NamedTuple

from benchmarks.corpus import corpus
from benchmarks.each_step import PAIRS
from benchmarks.growth import exponent
from benchmarks.histories import History, history
from benchmarks.measuring import Rival, best_of
from benchmarks.one_more_turn import Serving, remembering, successive
from benchmarks.pair import Pair, Told
from benchmarks.subjects import CHAT, FACTS, OPENAI, by_hand, forget
from ctxfn.assembly import minimal_pipeline
from ctxfn.context import Context
from ctxfn.messages import Messages
from ctxfn.pipeline import Pipeline, incremental, run
from ctxfn.wire import Conversation

__all__ = ["SIZES", "BySize", "pipelines_by_size", "steps_by_size"]

SIZES: Final = (100, 1_000, 10_000)
_TURNS: Final = 12
_A_TURN: Final = 3
_FIRST: Final = 3


class BySize(NamedTuple):
    """Milliseconds of one subject at each size, by the way it is done; and the power of the size.

    A way that was not timed at a size has `None` there.
    """

    what: str
    sizes: tuple[int, ...]
    times: dict[str, tuple[float | None, ...]]
    exponents: dict[str, float | None]


def steps_by_size(sizes: Sequence[int] = SIZES, rounds: int = 3) -> list[BySize]:
    """Time each step that has a twin."""
    found: dict[str, dict[int, dict[str, float]]] = {name: {} for name in PAIRS}
    for size in sizes:
        # One history at a time: whatever else is held, the garbage collector would walk through.
        for named in dict.fromkeys(pair.history for pair in PAIRS.values()):
            given = history(named, size)
            for name, pair in PAIRS.items():
                if pair.history == named:
                    found[name][size] = _step(pair, given, rounds)
    return [_by_size(name, sizes, times) for name, times in found.items()]


def _step(pair: Pair, given: History, rounds: int) -> dict[str, float]:
    took = best_of(
        rounds,
        cold=Rival(lambda _: pair.frozen(given.messages), forget),
        twin=Rival(pair.twin, given.rows),
        deepcopy=Rival(lambda rows: pair.twin(copy.deepcopy(rows)), given.rows),
    )
    if isinstance(pair.frozen, FunctionType):
        return took  # whose facts are the history itself
    return took | {"turn": _turn(pair, given.messages)}


def _turn(pair: Pair, messages: Messages) -> float:
    """Time one more turn, where the step remembers; where it has to see everything, all of it."""
    step: Any = pair.frozen.step if isinstance(pair.frozen, Told) else pair.frozen
    facts = pair.frozen.facts if isinstance(pair.frozen, Told) else ()
    remembering_step = incremental(step)
    first = max(1, len(messages) - _A_TURN * _TURNS)

    def contexts() -> Iterator[Context]:
        context = Context.of(messages[:first], *facts)
        yield context
        for end in range(first + _A_TURN, len(messages) + 1, _A_TURN):
            context = context.append(*messages[end - _A_TURN : end])
            yield context

    turns = list(contexts())
    for context in turns[:_FIRST]:
        remembering_step(context)
    # Of a short history of cards the first turn may be all there is.
    later = turns[_FIRST:] or turns[-1:]
    coming = iter(later)
    return best_of(len(later), one=Rival(remembering_step, lambda: next(coming)))["one"]


def pipelines_by_size(sizes: Sequence[int] = (*SIZES, 100_000), rounds: int = 3) -> list[BySize]:
    """Time the default and the minimal pipeline with encode, and the default one from dicts."""
    found: dict[str, dict[int, dict[str, float]]] = {}
    for size in sizes:
        for what, pipeline in (
            ("default pipeline", None),
            ("minimal pipeline", minimal_pipeline()),
        ):
            times = _pipeline(pipeline, size, 2 if size > SIZES[-1] else rounds)
            found.setdefault(what, {})[size] = times
    return [_by_size(what, sizes, times) for what, times in found.items()]


def _pipeline(pipeline: Pipeline | None, size: int, rounds: int) -> dict[str, float]:
    from benchmarks.subjects import PIPELINE

    steps = PIPELINE if pipeline is None else pipeline
    text = json.dumps(corpus(size))
    messages = CHAT.decode(json.loads(text)).messages

    def done(said: Messages) -> object:
        after = run(steps, Context.of(said, *FACTS)).messages
        return CHAT.encode(Conversation(after), OPENAI).body

    rivals = {
        "loads": Rival(lambda: json.loads(text)),
        "cold": Rival(lambda _: done(messages), forget),
        "rows": Rival(lambda rows: done(CHAT.decode(rows).messages), lambda: json.loads(text)),
    }
    if pipeline is None:
        rivals |= {
            "twin": Rival(by_hand, lambda: json.loads(text)),
            "deepcopy": Rival(lambda rows: by_hand(copy.deepcopy(rows)), lambda: json.loads(text)),
        }
    took = best_of(rounds, **rivals)
    for name, share in (("turn", True), ("turn, fresh", False)):
        took[name] = _served(remembering(steps, share=share), size)
    return took


def _served(serving: Serving, size: int) -> float:
    contexts = successive(size, _TURNS)
    for _ in range(_FIRST):
        serving.answer(next(contexts))
    return best_of(_TURNS - _FIRST, one=Rival(serving.answer, lambda: next(contexts)))["one"]


def _by_size(what: str, sizes: Sequence[int], times: dict[int, dict[str, float]]) -> BySize:
    ways = list(dict.fromkeys(way for one in times.values() for way in one))
    rows = {way: tuple(times[size].get(way) for size in sizes) for way in ways}
    return BySize(what, tuple(sizes), rows, {way: _power(sizes, row) for way, row in rows.items()})


def _power(sizes: Sequence[int], row: Sequence[float | None]) -> float | None:
    known = [(size, time) for size, time in zip(sizes, row, strict=True) if time]
    return exponent(*zip(*known, strict=True)) if len(known) > 1 else None
