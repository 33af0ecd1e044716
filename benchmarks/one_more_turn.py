"""Figures of a conversation that goes on: one more turn, with what was worked out before remembered."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final, NamedTuple

from benchmarks.corpus import corpus
from benchmarks.figures import Figure
from benchmarks.measuring import Rival, best_of
from benchmarks.subjects import CHAT, FACTS, OPENAI, PIPELINE, forget, held
from ctxfn.assembly import Policy, default_pipeline
from ctxfn.context import Context
from ctxfn.messages import is_said
from ctxfn.pipeline import Pipeline, incremental
from ctxfn.wire import ChatEncoder, Conversation

__all__ = ["Serving", "remembering", "successive", "turn_figures"]

WINDOW: Final = default_pipeline(Policy(keep_groups=200))


class Serving(NamedTuple):
    """What a program holds that answers one turn after the other."""

    step: Callable[[Context], Context]
    encoder: ChatEncoder
    share: bool

    def answer(self, context: Context) -> object:
        """Assemble and encode, as `benchmarks.subjects.held`."""
        after = self.step(context)
        said = Conversation(after.messages)
        return self.encoder.encode(said, OPENAI, share=self.share, begins=after.begins).body


def remembering(pipeline: Pipeline, *, share: bool = True) -> Serving:
    """Make a service that remembers nothing yet."""
    return Serving(incremental(pipeline), ChatEncoder(), share)


def successive(size: int, turns: int, *, told: bool = True) -> Iterator[Context]:
    """Yield a conversation of about *size* messages, and after each of further *turns*.

    *told*: each context is made of the one before, which then need not be compared.
    """
    said = CHAT.decode(corpus(size + 12 * turns + 12)).messages
    ends = [place + 1 for place in range(size, len(said)) if is_said(said[place])]
    context, at = Context.of(said[: ends[0]], *FACTS), ends[0]
    yield context
    for end in ends[1 : turns + 1]:
        more = [said[place] for place in range(at, end)]
        context = context.append(*more) if told else Context.of(said[:end], *FACTS)
        yield context
        at = end


def turn_figures(size: int, rounds: int) -> list[Figure]:
    """Measure one more turn of a long conversation, without a window and with one."""
    rounds = max(rounds, 10)
    shared = _one_more(remembering(PIPELINE), size, rounds)
    compared = _one_more(remembering(PIPELINE), size, rounds, told=False)
    fresh = _one_more(remembering(PIPELINE, share=False), size, rounds)
    messages = next(successive(size, 1)).messages
    cold = best_of(3, cold=Rival(lambda _: held(messages), forget))["cold"]
    small, middle, large = (
        _one_more(remembering(WINDOW), many, rounds) for many in (size // 10, size, size * 10)
    )
    return [
        Figure("one more turn, no window, encoded messages shared", shared, " ms", 0.5),
        Figure("cold / one more turn", cold / shared, "×", 50.0, at_least=True),
        Figure("the same, contexts made anew and compared", compared, " ms"),
        Figure("cold / one more turn with fresh dicts", cold / fresh, "×", 8.0, at_least=True),
        Figure("one more turn, window of 200 groups", middle, " ms", 0.8),
        Figure("the same, of ten times as many messages", large, " ms", 0.8),
        Figure("the same / that of a tenth as many", large / small, "×", 1.5),
    ]


def _one_more(serving: Serving, size: int, rounds: int, *, told: bool = True) -> float:
    contexts = successive(size, rounds + 5, told=told)
    for _ in range(5):
        serving.answer(next(contexts))
    return best_of(rounds, one=Rival(serving.answer, lambda: next(contexts)))["one"]
