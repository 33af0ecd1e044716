"""Which facts a pipeline reads, and what is wrong with a pipeline before it runs."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from attrs import frozen

from ctxfn.context import Context
from ctxfn.functional import countby, unique
from ctxfn.pipeline.blocks import unwritten_by
from ctxfn.pipeline.phase import AnyStep, name_of
from ctxfn.pipeline.pipeline import names_of, numbered, phases_of, steps_of

__all__ = ["Complaint", "needs", "read_by", "reads", "validate"]

F = TypeVar("F", bound=Callable[..., object])


def reads(*kinds: type) -> Callable[[F], F]:
    """Declare which facts a function on contexts reads; stands under `@processor`.

    Contract:
        The function itself, with the types remembered on it.

    Complexity: O(1).

    Source: ours.

    Examples:
        >>> from ctxfn.pipeline import processor
        >>> @processor
        ... @reads(int)
        ... def greet(context: Context, /) -> Context:
        ...     return context
        >>> needs(greet())
        (<class 'int'>,)
    """

    def mark(function: F) -> F:
        function.reads = kinds  # type: ignore[attr-defined]
        return function

    return mark


def needs(pipeline: AnyStep) -> tuple[type, ...]:
    """Return the types of fact that the steps of *pipeline* read, in the order of first use.

    Contract:
        Each type once; steps that declare nothing read nothing.

    Complexity: O(steps).

    Source: ours; so that only what is read is fetched.

    Examples:
        >>> from ctxfn.pipeline import Pipeline
        >>> needs(Pipeline())
        ()
    """
    return tuple(unique(kind for _, step in steps_of(pipeline) for kind in read_by(step)))


def read_by(step: AnyStep) -> tuple[type, ...]:
    """Return the types of fact that one *step* says it reads."""
    for owner in (step, getattr(step, "factory", None)):
        declared: tuple[type, ...] = getattr(owner, "reads", ())
        if declared:
            return declared
    return ()


@frozen
class Complaint:
    """Something about a pipeline that will not do as it is: a short kind, and the words."""

    kind: str
    text: str


def validate(pipeline: AnyStep, context: Context | None = None) -> tuple[Complaint, ...]:
    """Say what is wrong with *pipeline*, and which facts *context* lacks for it.

    Contract:
        ``empty``: no steps. ``empty-phase``: a phase without any. ``missing-fact``: a step
        reads a fact that is not known; the step will then do nothing. ``name``: two steps
        have one name even after numbering. ``unwritten-blocks``: steps inject and none writes
        what they inject, as a fragment of another pipeline may. Order rules were checked when it was made.

    Complexity: O(steps).

    Source: LobeHub context-engine, validate; its own default pipeline fails it.

    Examples:
        >>> from ctxfn.pipeline import Pipeline
        >>> validate(Pipeline())
        (Complaint(kind='empty', text='the pipeline has no steps'),)
    """
    steps = tuple(steps_of(pipeline))
    if not steps:
        return (Complaint("empty", "the pipeline has no steps"),)
    found = [
        Complaint("empty-phase", f"phase {name} has no steps")
        for name, one in phases_of(pipeline)
        if not one.steps
    ]
    for names in (names_of(pipeline), numbered(name_of(step) for _, step in steps)):
        twice = sorted(name for name, count in countby(str, names).items() if count > 1)
        complaint = Complaint("name", f"names stand for two steps: {', '.join(twice)}")
        found += [complaint] if twice and complaint not in found else []
    if placing := unwritten_by([step for _, step in steps]):
        text = f"no step writes what is injected by {', '.join(placing)}: add render_blocks"
        found.append(Complaint("unwritten-blocks", text))
    if context is not None:
        found += [
            Complaint("missing-fact", f"no {kind.__name__} is known; context.tell(...) it")
            for kind in needs(pipeline)
            if kind not in context.known
        ]
    return tuple(found)
