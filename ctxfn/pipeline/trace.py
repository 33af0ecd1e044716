"""Watch a pipeline run: a span a step, without any step's help."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from attrs import frozen

from ctxfn.context import AnyNote, Context, Note
from ctxfn.messages import Messages, Node
from ctxfn.pipeline.answers import described
from ctxfn.pipeline.diff import changes
from ctxfn.pipeline.errors import PipelineError
from ctxfn.pipeline.phase import AnyStep, name_of
from ctxfn.pipeline.pipeline import OnError, numbered
from ctxfn.pipeline.run import Clock, Watch, check_function, check_given, run_one
from ctxfn.pipeline.units import rule_of, units

__all__ = ["MessageCounter", "Span", "Trace", "trace"]

#: Tokens of one message.
MessageCounter: TypeAlias = Callable[[Node], int]


@frozen
class Span:
    """What one step did: how long it took, what became of the messages, what it noted.

    `tokens_before` and `tokens_after` are there if a counter was given; `failed` is the
    reason, if the step raised and was skipped.
    """

    phase: str
    step: str
    seconds: float
    kept: int
    changed: int
    added: int
    dropped: int
    notes: tuple[AnyNote, ...] = ()
    tokens_before: int | None = None
    tokens_after: int | None = None
    failed: str | None = None


@frozen
class Trace:
    """The last context, a span for each step, and the context after each step if kept."""

    context: Context
    spans: tuple[Span, ...]
    contexts: tuple[Context, ...] = ()


def trace(
    pipeline: AnyStep,
    context: Context,
    /,
    *,
    clock: Clock,
    counter: MessageCounter | None = None,
    keep: bool = False,
    on_error: OnError | None = None,
    deadline: float | None = None,
    cancel: Callable[[], bool] | None = None,
) -> Trace:
    """Run *pipeline* as `run` does, one step at a time, and say what each did.

    Contract:
        The context is the one `run` gives. Every step has a span, those behind a stop too;
        a skipped failure is in its span. With *keep* all contexts are kept (they share
        what they have in common). Steps need not help: messages are compared by identity.

    Complexity: the steps' plus O(messages) for each step that changed something; with a
    *counter*, its cost for each message not counted before.

    Source: ours; the re-created engine's durations are whole milliseconds by name, and overwrite
    each other.

    Raises:
        StepError, DeadlinePassed, Cancelled: as `run`.

    Examples:
        >>> from itertools import count
        >>> from ctxfn.messages import chat, user
        >>> def shorter(context):
        ...     return context.with_messages(context.messages[-1:])
        >>> seen = trace(shorter, Context(chat(user("a"), user("b"))), clock=count().__next__)
        >>> [(s.step, s.kept, s.dropped, s.seconds) for s in seen.spans]
        [('shorter', 1, 1, 1)]
    """
    check_given(context)
    own = rule_of(pipeline, on_error)
    watch = Watch(deadline, clock, cancel, own)
    now = watch.now
    check_function("the counter", counter)
    counted = _Remembered(counter) if counter else None
    steps = tuple(units(pipeline, own))
    names = numbered(name_of(step) for _, step, _ in steps)
    spans: list[Span] = []
    contexts: list[Context] = []
    for (phase, step, rule), name in zip(steps, names, strict=True):
        if context.stopped is None:
            watch.look(phase, step)
        started = now()
        after = run_one(phase, step, context, rule, watch) if context.stopped is None else context
        seconds = now() - started
        spans.append(_span(phase, name, seconds, context, after, counted))
        context = after
        if keep:
            contexts.append(context)
    return Trace(context, tuple(spans), tuple(contexts))


def _span(
    phase: str,
    step: str,
    seconds: float,
    before: Context,
    after: Context,
    counted: _Remembered | None,
) -> Span:
    noted = tuple(after.notes[len(before.notes) :])
    failures = [n.text for n in noted if isinstance(n, Note) and n.kind == "step-failed"]
    return Span(
        phase,
        step,
        seconds,
        *changes(before.messages, after.messages),
        notes=noted,
        tokens_before=None if counted is None else counted.total(before.messages),
        tokens_after=None if counted is None else counted.total(after.messages),
        failed=failures[0] if failures else None,
    )


class _Remembered:
    """A counter that counts each message once; it holds the messages, so ids stay theirs."""

    def __init__(self, counter: MessageCounter) -> None:
        self.counter = counter
        self.counts: dict[int, tuple[Node, int]] = {}
        self.last: tuple[Messages, int] | None = None

    def total(self, messages: Messages) -> int:
        if self.last is None or self.last[0] is not messages:
            self.last = (messages, sum(map(self._one, messages)))
        return self.last[1]

    def _one(self, node: Node) -> int:
        known = self.counts.get(id(node))
        if known is None:
            count: object = self.counter(node)
            if not isinstance(count, int):
                raise PipelineError(
                    "what the counter returned", described(count), "a number of tokens"
                )
            known = self.counts[id(node)] = (node, count)
        return known[1]
