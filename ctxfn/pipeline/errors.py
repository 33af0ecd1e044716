"""What can be wrong with steps and pipelines, and with running them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from attrs import frozen

from ctxfn.errors import DefinitionError, RunError

if TYPE_CHECKING:
    from ctxfn.context import Context
    from ctxfn.pipeline.phase import AnyStep

__all__ = [
    "Cancelled",
    "DeadlinePassed",
    "DuplicateName",
    "OptionError",
    "OrderError",
    "PipelineError",
    "SpecError",
    "StepError",
    "UnknownStep",
]

#: A cause's message in ours: enough to recognise it, not enough to flood a log.
_CAUSE_CHARACTERS = 300


def shortened(reason: str) -> str:
    """Cut a cause's message to what is enough to recognise it."""
    return reason if len(reason) <= _CAUSE_CHARACTERS else reason[: _CAUSE_CHARACTERS - 1] + "…"


def printed(value: object) -> str:
    """Print *value*, whatever its own way to print itself does."""
    try:
        return repr(value)
    except Exception:
        return f"a {type(value).__name__} that cannot be printed"


@frozen
class OptionError(DefinitionError, ValueError):
    """A step was declared with an option that is missing, unknown or wrong."""

    step: str
    option: str
    found: str
    expected: str

    def __str__(self) -> str:
        return f"{self.step}: option {self.option}: found {self.found}, expected {self.expected}"


@frozen
class OrderError(DefinitionError):
    """A pipeline lists two steps in an order that one of its rules forbids."""

    later: str
    earlier: str
    because: str

    def __str__(self) -> str:
        return (
            f"{self.later} is listed before {self.earlier} but must follow it: "
            f"{self.because}. Move {self.later} down, or drop the rule."
        )


@frozen
class UnknownStep(DefinitionError):
    """An edit names a step that the pipeline does not have."""

    step: str
    there: tuple[str, ...]

    def __str__(self) -> str:
        return f"no step {self.step} in this pipeline; it has: {', '.join(self.there) or 'none'}"


@frozen
class PipelineError(DefinitionError):
    """A phase or pipeline was declared from something that is no step, name or reason."""

    what: str
    found: str
    expected: str

    def __str__(self) -> str:
        return f"{self.what}: found {self.found}, expected {self.expected}"


@frozen
class SpecError(DefinitionError):
    """A configuration says something that no pipeline is; `path` leads to it."""

    path: str
    found: str
    expected: str

    def __str__(self) -> str:
        return f"{self.path}: found {self.found}, expected {self.expected}"


@frozen
class DuplicateName(DefinitionError):
    """Two owners want one name in a registry."""

    name: str
    owner: str
    other: str

    def __str__(self) -> str:
        return f"{self.name} of {self.other} is already the name of a step of {self.owner}"


@frozen
class StepError(RunError):
    """One step raised; `context` is its exact input: ``error.step(error.context)`` replays it."""

    phase: str
    step: AnyStep
    reason: str
    context: Context

    def __str__(self) -> str:
        from ctxfn.pipeline.phase import shown

        where = f"phase {self.phase}, " if self.phase else ""
        return f"{where}step {shown(self.step)}: {shortened(self.reason)}"


@frozen
class DeadlinePassed(RunError):
    """The clock passed the deadline before this step; nothing later ran."""

    phase: str
    step: str
    late_seconds: float

    def __str__(self) -> str:
        return (
            f"the deadline passed {self.late_seconds:.3f} s before phase {self.phase}, "
            f"step {self.step}; give it more time, or shorten the history first"
        )


@frozen
class Cancelled(RunError):
    """The caller's predicate said to stop before this step."""

    phase: str
    step: str

    def __str__(self) -> str:
        return f"cancelled before phase {self.phase}, step {self.step}"
