"""Figures of cutting a history and of mending one."""

from __future__ import annotations

from functools import partial

from benchmarks.corpus import corpus
from benchmarks.figures import Figure
from benchmarks.measuring import Rival, best_of
from benchmarks.subjects import CHAT, encoded
from ctxfn.context import Context
from ctxfn.front import repair
from ctxfn.messages import Assistant, Messages, Text
from ctxfn.processors import fit_budget, keep_recent, pair_tool_results
from ctxfn.tokens import exact

__all__ = ["cut_figures", "fit_figures", "repair_figures"]

_BUDGET = 100_000
_DAMAGED = 1_000


def cut_figures(size: int, rounds: int) -> list[Figure]:
    """Keep the last groups of a held history."""
    messages = CHAT.decode(corpus(size)).messages
    few, many = keep_recent(groups=20), keep_recent(groups=200)
    took = best_of(5 * rounds, few=Rival(lambda: few(messages)), many=Rival(lambda: many(messages)))
    return [
        Figure("keep the last 20 groups of a held history", took["few"], " ms", 0.03),
        Figure("keep the last 200 groups", took["many"], " ms", 0.25),
    ]


def fit_figures(size: int, rounds: int) -> list[Figure]:
    """Fit a budget, counted exactly: records never counted before, and counted ones."""
    said = corpus(size)
    counter = exact("o200k_base")
    step = fit_budget(budget=_BUDGET, counter=counter, pin_in="head")
    warm = CHAT.decode(said).messages
    kept = step(Context(warm)).messages
    took = best_of(
        rounds,
        encode=Rival(partial(_encode, kept, counter.text)),
        cold=Rival(step, lambda: CHAT.decode(said).messages),
    )
    took |= best_of(10 * rounds, warm=Rival(lambda: step(warm)))
    return [
        Figure(f"encode the {len(kept)} messages that fit 100,000 tokens", took["encode"], " ms"),
        Figure(
            "fit 100,000 tokens, pins at the head, cold / encoding these",
            took["cold"] / took["encode"],
            "×",
            1.2,
        ),
        Figure("the same, warm", took["warm"], " ms", 0.2),
    ]


def _encode(messages: Messages, count: object) -> int:
    assert callable(count)
    total = 0
    for node in messages:
        total += sum([count(part.text) for part in node.parts if isinstance(part, Text)])
        if isinstance(node, Assistant):
            total += sum([count(call.arguments) for call in node.calls])
    return total


def repair_figures(rounds: int) -> list[Figure]:
    """Mend 1,000 messages of which one in twenty is damaged."""
    said = corpus(_DAMAGED, damage=0.05)
    messages = CHAT.decode(said).messages
    step = pair_tool_results()
    took = best_of(
        5 * rounds,
        pairing=Rival(lambda: step(messages)),
        dicts=Rival(lambda: encoded(step(CHAT.decode(said).messages))),
        repair=Rival(lambda: repair(said, to="openai")),
    )
    return [
        Figure("pair_tool_results, 1,000 messages, 5 % damaged", took["pairing"], " ms", 0.3),
        Figure("the same, dicts to dicts", took["dicts"], " ms", 2.5),
        Figure("`repair(to=)` of the same", took["repair"], " ms", 5.0),
    ]
