"""Run a pipeline: one context in, one context out, or one error that can be replayed."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TypeAlias, TypeGuard

from attrs import Factory, evolve, field, frozen

from ctxfn.context import Context, Note
from ctxfn.errors import CtxfnError, check_argument
from ctxfn.pipeline.answers import check_context
from ctxfn.pipeline.diff import with_drops
from ctxfn.pipeline.errors import (
    Cancelled,
    DeadlinePassed,
    PipelineError,
    StepError,
    printed,
    shortened,
)
from ctxfn.pipeline.local import Table, is_local, run_local, table_of
from ctxfn.pipeline.phase import AnyStep, name_of
from ctxfn.pipeline.pipeline import OnError, Pipeline
from ctxfn.pipeline.step import Changed, Step, is_validator
from ctxfn.pipeline.units import rule_of, units

__all__ = ["Clock", "OnError", "Watch", "fuse", "fused", "run", "stop"]

#: Seconds from some start, never backwards: ``time.monotonic`` or ``time.perf_counter``.
Clock: TypeAlias = Callable[[], float]


def stop(context: Context, reason: str, /) -> Context:
    """Return a context that later steps leave alone, with the *reason*; the first one counts.

    Contract:
        A context that is stopped already is the same object.

    Complexity: O(1).

    Source: LobeHub context-engine, abort: a normal value, no failure.

    Examples:
        >>> from ctxfn.messages import chat
        >>> stop(Context(chat()), "nothing to say").stopped
        'nothing to say'
    """
    check_argument("the context to stop", context, Context, "a Context: Context.of(messages)")
    check_argument("the reason to stop", reason, str, "a text that says it")
    return context if context.stopped is not None else evolve(context, stopped=reason)


@frozen
class Watch:
    """When to give up between two steps: a deadline on a clock, or the caller's word."""

    deadline: float | None = None
    clock: Clock | None = None
    cancel: Callable[[], bool] | None = None
    on_error: OnError = "raise"

    def __attrs_post_init__(self) -> None:
        if self.on_error not in ("raise", "skip"):
            raise PipelineError("on_error", repr(self.on_error), "'raise' or 'skip'")
        if self.deadline is not None:
            if not _is_seconds(self.deadline):
                raise PipelineError("a deadline", printed(self.deadline), "seconds on the clock")
            if self.clock is None:
                raise PipelineError("a deadline", "no clock", "clock=time.monotonic, or another")
        for what in ("clock", "cancel"):
            check_function(what, getattr(self, what))

    def look(self, phase: str, step: AnyStep) -> None:
        """Raise if it is time to give up before *step*.

        Raises:
            Cancelled: the caller's predicate said so.
            DeadlinePassed: the clock did.
        """
        if self.cancel is not None and self.cancel():
            raise Cancelled(phase, name_of(step))
        if self.deadline is not None:
            late = self.now() - self.deadline
            if late > 0:
                raise DeadlinePassed(phase, name_of(step), late)

    def now(self) -> float:
        """Ask the clock; without one it is always the start."""
        seconds: object = 0.0 if self.clock is None else self.clock()
        if not _is_seconds(seconds):
            raise PipelineError("what the clock returned", printed(seconds), "seconds")
        return seconds


def _is_seconds(value: object) -> TypeGuard[float]:
    return isinstance(value, int | float) and not isinstance(value, bool) and value == value


@frozen
class _Fused:
    """Neighbouring local steps, run as one pass."""

    steps: tuple[Step, ...]
    phases: tuple[str, ...]
    table: Table = field(
        init=False,
        eq=False,
        repr=False,
        default=Factory(lambda self: table_of(self.steps), takes_self=True),
    )

    @property
    def name(self) -> str:
        return " + ".join(step.name for step in self.steps)

    def __call__(self, context: Context, /) -> Context:
        if context.stopped is not None:
            return context
        result = run_local(self.steps, context.messages, self.table)
        if isinstance(result, Changed):
            return context.with_messages(result.messages, *result.notes)
        return context.with_messages(result)


def fused(pipeline: AnyStep, on_error: OnError) -> Iterator[tuple[str, AnyStep, OnError]]:
    """Yield `units` as they run: neighbouring local steps of one rule as one.

    Complexity: O(steps).
    """
    waiting: list[tuple[str, Step]] = []
    rule = on_error
    for phase, step, its_rule in units(pipeline, on_error):
        local = isinstance(step, Step) and is_local(step)
        if not local or its_rule != rule:
            yield from _flushed(waiting, rule)
            waiting = []
        rule = its_rule
        if isinstance(step, Step) and local:
            waiting.append((phase, step))
        else:
            yield phase, step, rule
    yield from _flushed(waiting, rule)


def fuse(steps: tuple[AnyStep, ...], phases: tuple[str, ...]) -> AnyStep:
    """Return local *steps*, each of its phase, as one that runs them in one pass."""
    return _Fused(tuple(step for step in steps if isinstance(step, Step)), phases)


def _flushed(
    waiting: list[tuple[str, Step]], rule: OnError
) -> Iterator[tuple[str, AnyStep, OnError]]:
    if len(waiting) == 1:
        yield (*waiting[0], rule)
    elif waiting:
        phases, steps = zip(*waiting, strict=True)
        yield phases[0], _Fused(steps, phases), rule


def run(
    pipeline: AnyStep,
    context: Context,
    /,
    *,
    on_error: OnError | None = None,
    deadline: float | None = None,
    clock: Clock | None = None,
    cancel: Callable[[], bool] | None = None,
) -> Context:
    """Run *pipeline* (or any step) on *context* and return the last context.

    Contract:
        Steps run in the order listed, neighbouring local ones as one pass, which cannot be
        told from outside. A stopped context ends the run. With ``on_error="skip"`` a failing
        step's input goes on untouched and the failure is a note; validators always stop. A
        nested pipeline ends at its first failure unless it says otherwise itself, and then
        nothing of it counts. Without *on_error* the pipeline's own rule holds.
        Deadline (on the caller's *clock*) and *cancel* are looked at before each step (before
        a pass for each of its steps), and are always fatal. A step's answer keeps the facts,
        notes and `given` it was handed.

    Complexity: the steps'; the run itself is O(steps).

    Source: ours; the re-created engine wraps twice and keeps neither input nor options.

    Raises:
        StepError: a step raised, or returned no context; it keeps the step's exact input.
        DeadlinePassed: *deadline* passed between two steps.
        Cancelled: *cancel* said so between two steps.

    Examples:
        >>> from ctxfn.messages import chat, user
        >>> def shorter(context):
        ...     return context.with_messages(context.messages[-1:])
        >>> len(run(shorter, Context(chat(user("a"), user("b")))).messages)
        1
    """
    check_given(context)
    own = rule_of(pipeline, on_error)
    watch = Watch(deadline, clock, cancel, own)
    for phase, step, rule in fused(pipeline, own):
        if context.stopped is not None:
            break
        _look(watch, phase, step, context, rule)
        context = run_one(phase, step, context, rule, watch)
    return context


def _look(watch: Watch, phase: str, step: AnyStep, context: Context, rule: OnError) -> None:
    """Look at *watch* before *step*, and before each of those that run as one with it."""
    if not isinstance(step, _Fused):
        watch.look(phase, step)
        return
    for number, (within, one) in enumerate(zip(step.phases, step.steps, strict=True)):
        try:
            watch.look(within, one)
        except (Cancelled, DeadlinePassed):
            # If one before it fails, that came first.
            _one_by_one(step, context, rule, number)
            raise


def check_function(what: str, given: object) -> None:
    """Refuse what can neither be called nor is ``None``.

    Raises:
        PipelineError: naming *what*.
    """
    if not (given is None or callable(given)):
        raise PipelineError(what, printed(given), "a function, or None")


def check_given(given: object) -> None:
    """Refuse to run on anything but a context.

    Raises:
        PipelineError: *given* is no context.
    """
    if not isinstance(given, Context):
        expected = "a Context: Context.of(messages, *facts)"
        raise PipelineError("what a pipeline runs on", f"a {type(given).__name__}", expected)


def run_one(
    phase: str, step: AnyStep, context: Context, on_error: OnError, watch: Watch | None = None
) -> Context:
    """Run one *step*; the only place that catches what a step raises.

    *watch* is looked at inside a pipeline that is one step.

    Raises:
        StepError: the step raised and *on_error* (or its being a validator) says to stop.
    """
    try:
        after: object = _nested(step, context, watch) if watch else step(context)
        if isinstance(step, Step | _Fused) and isinstance(after, Context):
            return after
        after = check_context("a step's answer", context, after)
        if getattr(step, "tells_drops", False) is True:
            return after
        return with_drops(name_of(step), context, after)
    except (Cancelled, DeadlinePassed):
        raise
    except Exception as error:
        if isinstance(step, _Fused):
            return _one_by_one(step, context, on_error)
        if on_error == "skip" and not _is_final(step, error):
            note = Note(name_of(step), "step-failed", shortened(_reason(error)))
            return context.with_messages(context.messages, note)
        if isinstance(error, StepError):
            raise
        raise StepError(phase, step, _reason(error), context) from error


def _nested(step: AnyStep, context: Context, watch: Watch) -> object:
    if not isinstance(step, Pipeline):
        return step(context)
    return run(step, context, deadline=watch.deadline, clock=watch.clock, cancel=watch.cancel)


def _is_final(step: AnyStep, error: Exception) -> bool:
    """Say whether a validator failed, be it one in a run that *step* made itself."""
    return is_validator(step) or (isinstance(error, StepError) and is_validator(error.step))


def _reason(error: Exception) -> str:
    try:
        words = str(error)
    except Exception:
        words = "its message cannot be written"
    return words if isinstance(error, CtxfnError) else f"{type(error).__name__}: {words}"


def _one_by_one(
    step: _Fused, context: Context, on_error: OnError, first: int | None = None
) -> Context:
    for phase, one in list(zip(step.phases, step.steps, strict=True))[:first]:
        context = run_one(phase, one, context, on_error)
    return context
