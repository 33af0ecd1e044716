"""Phases: steps that run together for one reason."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TypeAlias

from attrs import field, frozen

from ctxfn.context import Context
from ctxfn.errors import check_argument
from ctxfn.pipeline.errors import PipelineError, printed
from ctxfn.pipeline.step import Processor

__all__ = ["AnyStep", "Meant", "Named", "Phase", "is_the", "name_of", "phase"]

#: Anything from a context to a context: a `Step`, an injector, a pipeline, your own function.
AnyStep: TypeAlias = Callable[[Context], Context]

#: How a step is named: by its value, or by the processor it is made of.
Meant: TypeAlias = "AnyStep | Processor[...]"


def _steps(given: Iterable[AnyStep]) -> tuple[AnyStep, ...]:
    check_argument("a phase's steps", given, Iterable, "a tuple of steps: phase(name, why, *steps)")
    return tuple(as_step(one) for one in given)


def as_step(given: AnyStep) -> AnyStep:
    """Return *given* as a step; a bare processor becomes its step without options.

    Raises:
        OptionError: the processor has options without a default.
        PipelineError: *given* cannot be called.
    """
    if isinstance(given, Processor):
        return given.step({})
    if not callable(given):
        raise PipelineError("a step", printed(given), "something from a Context to a Context")
    return given


@frozen
class Phase:
    """Steps with the reason why they stand together, and here."""

    name: str
    because: str
    steps: tuple[AnyStep, ...] = field(converter=_steps, default=())

    def __attrs_post_init__(self) -> None:
        for what in ("name", "because"):
            found = getattr(self, what)
            if not isinstance(found, str) or not found.strip():
                raise PipelineError(f"a phase's {what}", printed(found), "a text that says it")


def phase(name: str, because: str, /, *steps: AnyStep) -> Phase:
    """Make a phase of *steps*; *because* is its reason, and there is no phase without one.

    Contract:
        Bare processors become their steps without options.

    Complexity: O(steps).

    Source: ours; a phase without a reason does not run.

    Raises:
        PipelineError: the name or the reason is missing, or a step cannot be called.

    Examples:
        >>> phase("history", "first, so that later steps see what is kept").name
        'history'
    """
    return Phase(name, because, steps)


@frozen(repr=False)
class Named:
    """A step under a name of its own, as a configuration may give it one."""

    name: str
    step: AnyStep

    def __attrs_post_init__(self) -> None:
        if not isinstance(self.name, str) or not self.name.strip():
            raise PipelineError("the name of a step", printed(self.name), "a text that names it")
        if not callable(self.step):
            raise PipelineError(f"the step {self.name}", printed(self.step), "a step")

    def __call__(self, context: Context, /) -> Context:
        return self.step(context)

    @property
    def factory(self) -> object:
        """The processor it is made of, so that rules and edits mean it too."""
        return getattr(self.step, "factory", None)

    @property
    def reads(self) -> tuple[type, ...]:
        """The types of fact it reads."""
        declared: tuple[type, ...] = getattr(self.step, "reads", ())
        return declared or getattr(self.factory, "reads", ())

    def __repr__(self) -> str:
        return f"Named({self.name!r}, {self.step!r})"


def name_of(step: Meant) -> str:
    """Return the name of *step*: its own, or its function's, or its type's."""
    for attribute in ("name", "__name__"):
        name = getattr(step, attribute, None)
        if isinstance(name, str):
            return name
    return type(step).__name__


def is_the(step: AnyStep, meant: Meant) -> bool:
    """Say whether *step* is *meant*: an equal value, or made by the factory that is meant."""
    if isinstance(step, Named) and not isinstance(meant, Named):
        step = step.step
    if step == meant or getattr(step, "factory", None) is meant:
        return True
    # What was moved to another slot is still the one meant; it keeps its name.
    if type(step) is not type(meant) or name_of(step) != name_of(meant):
        return False
    slot, at = getattr(step, "slot", None), getattr(meant, "at", None)
    return slot is not None and callable(at) and bool(at(slot) == step)


def shown(step: Meant) -> str:
    """Write *step* for people, without an address in memory, so that the same is the same text."""
    written = printed(step)
    if " at 0x" not in written:
        return written
    return f"{name_of(step)} of {getattr(step, '__module__', 'no module')}"
