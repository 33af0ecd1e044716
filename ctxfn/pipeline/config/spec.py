"""A pipeline as data: what a configuration file says, equal, hashable and without functions."""

from __future__ import annotations

import math
import operator
from collections.abc import Iterable, Iterator, Mapping
from types import MappingProxyType
from typing import Final, TypeAlias

from attrs import field, frozen

from ctxfn.messages import InvalidJson, Verbatim, freeze
from ctxfn.pipeline.errors import SpecError
from ctxfn.pipeline.pipeline import OnError

__all__ = [
    "NESTED",
    "NULL",
    "SPEC_VERSION",
    "Config",
    "PhaseSpec",
    "RuleSpec",
    "Spec",
    "StepSpec",
    "step_specs_of",
]

#: The version of the file format that is written; no other is read.
SPEC_VERSION: Final = 1

#: The type of a step that is a pipeline of its own.
NESTED: Final = "pipeline"

#: How a file says None where its format has no null, as TOML.
NULL: Final = MappingProxyType({"value": "none"})

#: The options of a step as they were given, sorted by name.
Config: TypeAlias = tuple[tuple[str, Verbatim], ...]


#: Options that hold more lists and objects inside each other are no options.
_DEEPEST: Final = 20


def _config(given: Mapping[str, object] | Iterable[tuple[str, object]]) -> Config:
    pairs: Iterable[tuple[str, object]] = (  # pyright: ignore[reportAssignmentType]
        dict(given).items() if isinstance(given, Mapping) else given
    )
    frozen_pairs = [
        (name, value if isinstance(value, Verbatim) else _frozen(name, value))
        for name, value in pairs
    ]
    for name, value in frozen_pairs:
        _check(name, value)
    return tuple(sorted(frozen_pairs, key=operator.itemgetter(0)))


def _frozen(name: str, value: object) -> Verbatim:
    try:
        return freeze(value, name)
    except InvalidJson as wrong:
        if not wrong.found.startswith("the float"):
            raise
        raise SpecError(f"config.{wrong.path}", wrong.found, "a finite number") from wrong


def _check(name: str, value: Verbatim) -> None:
    """Refuse what no file can say, or nobody means."""
    level = [value.shared()]
    for _ in range(_DEEPEST):
        for one in level:
            if isinstance(one, float) and not math.isfinite(one):
                raise SpecError(f"config.{name}", str(one), "a finite number")
        level = [inner for one in level for inner in _inside(one)]
    if level:
        found = f"lists and objects more than {_DEEPEST} deep"
        raise SpecError(f"config.{name}", found, "a value of an option")


def _inside(value: object) -> Iterable[object]:
    if isinstance(value, dict):
        return value.values()
    return value if isinstance(value, list) else ()


@frozen
class StepSpec:
    """One step by its registered type, with its options as JSON values.

    Of the steps of one phase those with a lower `priority` run first, equal ones as listed.
    One that is not `enabled` stays in the file and does not run. A step of type ``pipeline``
    has its pipeline `inside`, and that has the name.
    """

    type: str
    config: Config = field(converter=_config, default=())
    name: str | None = None
    enabled: bool = True
    priority: int = 0
    inside: Spec | None = None


@frozen
class PhaseSpec:
    """A phase: its name, the reason it stands there, its steps."""

    name: str
    because: str
    steps: tuple[StepSpec, ...] = ()


@frozen
class RuleSpec:
    """An order rule; a step is meant by its type, or by type and options."""

    later: tuple[str | StepSpec, ...]
    earlier: tuple[str | StepSpec, ...]
    because: str
    first: bool = False
    last: bool = False


@frozen
class Spec:
    """A pipeline as data, with the policies of its run.

    `timeout`, in milliseconds for a whole run, is for the caller of `run`: a pipeline has no clock.
    """

    phases: tuple[PhaseSpec, ...] = ()
    rules: tuple[RuleSpec, ...] = ()
    name: str = NESTED
    on_error: OnError | None = None
    timeout: int | float | None = None

    @property
    def timeout_seconds(self) -> float | None:
        """The time limit in seconds, as `run`'s deadline counts."""
        return None if self.timeout is None else self.timeout / 1000


def step_specs_of(spec: Spec) -> Iterator[StepSpec]:
    """Yield every step of *spec* in the order listed, those of nested pipelines behind their own.

    Contract:
        Those that are not enabled too.

    Complexity: O(steps).

    Source: ours.

    Examples:
        >>> inner = Spec((PhaseSpec("in", "for both", (StepSpec("drop_empty"),)),))
        >>> outer = Spec((PhaseSpec("out", "all", (StepSpec("pipeline", inside=inner),)),))
        >>> [step.type for step in step_specs_of(outer)]
        ['pipeline', 'drop_empty']
    """
    due = [step for phase in reversed(spec.phases) for step in reversed(phase.steps)]
    while due:
        step = due.pop()
        yield step
        if step.inside is not None:
            due += [one for phase in reversed(step.inside.phases) for one in reversed(phase.steps)]
