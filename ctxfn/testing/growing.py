"""The law of what is remembered: asked about what is new, a step answers as if asked about all."""

from __future__ import annotations

from typing import Final, cast

from ctxfn.context import Context
from ctxfn.errors import CtxfnError
from ctxfn.pipeline import AnyStep, Processor, StepError, incremental, run
from ctxfn.testing.errors import LawBroken
from ctxfn.testing.running import AnyChange, takes_messages
from ctxfn.testing.shown import named, shown

__all__ = ["growing"]

_LAW: Final = "growing"


def growing(step: AnyChange, context: Context, /) -> None:
    """Check that *step* is the same function when `ctxfn.pipeline.incremental` runs it.

    Contract:
        The conversation comes message by message, and is taken back by one once in a while, to
        one memory. Messages, notes, facts and refusals are as from scratch, each time. What
        breaks the law is a step that says of itself more than it keeps: `separable`,
        `idle_without`, `reads`, or the `reach` of a slot.

    Complexity: a run of the step for each message, and what the runs cost.

    Source: ours.
    """
    if takes_messages(step):
        return
    whole = step.step({}) if isinstance(step, Processor) else cast("AnyStep", step)
    remembering = incremental(whole)
    places = list(range(1, len(context.messages) + 1))
    for end in (*places, *places[-2:-1], *places[-1:]):
        part = Context(context.messages[:end], context.known)
        scratch, again = _came(whole, part), _came(remembering, part)
        if scratch != again:
            expected = f"as from scratch: {scratch}"
            raise LawBroken(_LAW, named(step), str(again), expected, shown(part))


def _came(step: AnyStep, context: Context) -> tuple[object, ...]:
    """Return all that can be seen of a run."""
    try:
        after = run(step, context)
    except StepError as error:
        before = error.context
        return error.phase, error.step, before, tuple(before.notes), repr(error.__cause__)
    except CtxfnError as error:
        return type(error), str(error)
    written = tuple(repr(getattr(node, "written", None)) for node in after.messages)
    return after, tuple(after.notes), tuple(after.given), written
