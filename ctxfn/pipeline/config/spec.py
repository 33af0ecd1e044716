"""A pipeline as data: what a configuration file says, equal, hashable and without functions."""

from __future__ import annotations

import math
import operator
from collections.abc import Iterable, Iterator, Mapping
from types import MappingProxyType
from typing import Annotated, Any, Final, TypeAlias

from annotated_types import Ge, Gt, Lt
from attrs import field, frozen

from ctxfn.errors import InvalidArgument, check_argument, shown
from ctxfn.messages import InvalidJson, Verbatim, freeze
from ctxfn.pipeline.errors import SpecError
from ctxfn.pipeline.incremental import REMEMBERED
from ctxfn.pipeline.options import complaint_about, fields_of
from ctxfn.pipeline.pipeline import DEEPEST, OnError

__all__ = [
    "NESTED",
    "NULL",
    "SPEC_VERSION",
    "Config",
    "PhaseSpec",
    "RuleSpec",
    "Spec",
    "StepSpec",
    "pairs_of",
    "step_specs_of",
    "too_deep",
]

#: The version of the file format that is written; no other is read.
SPEC_VERSION: Final = 1

#: The type of a step that is a pipeline of its own.
NESTED: Final = "pipeline"

#: How a file says None where its format has no null, as TOML.
NULL: Final = MappingProxyType({"value": "none"})

#: The options of a step as they were given, sorted by name.
Config: TypeAlias = tuple[tuple[str, Verbatim], ...]


def _config(given: Mapping[str, object] | Iterable[tuple[str, object]]) -> Config:
    frozen_pairs = tuple(
        (name, value if isinstance(value, Verbatim) else _frozen(name, value))
        for name, value in pairs_of("a step's config", given)
    )
    for name, value in frozen_pairs:
        _check(name, value)
    return frozen_pairs


def pairs_of(
    what: str, given: Mapping[str, object] | Iterable[tuple[str, object]]
) -> tuple[tuple[str, object], ...]:
    """Read names with their values, from a mapping or as pairs, sorted by name.

    Complexity: O(n log n).

    Raises:
        InvalidArgument: naming *what*; it is neither, or a name is no text.
    """
    check_argument(what, given, Iterable, "names with values: a dict, or pairs")
    pairs: list[object] = list(given.items() if isinstance(given, Mapping) else given)
    named: list[tuple[str, object]] = []
    for pair in pairs:
        match pair:
            case (str(name), value) if isinstance(pair, tuple):
                named.append((name, value))
            case _:
                raise InvalidArgument(what, shown(pair), "a name, which is a text, and its value")
    return tuple(sorted(named, key=operator.itemgetter(0)))


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
    for _ in range(DEEPEST):
        for one in level:
            if isinstance(one, float) and not math.isfinite(one):
                raise SpecError(f"config.{name}", str(one), "a finite number")
        level = [inner for one in level for inner in _inside(one)]
    if level:
        found = f"lists and objects more than {DEEPEST} deep"
        raise SpecError(f"config.{name}", found, "a value of an option")


def _inside(value: object) -> Iterable[object]:
    if isinstance(value, dict):
        return value.values()
    return value if isinstance(value, list) else ()


def too_deep(path: str) -> SpecError:
    """Make the error of pipelines that are too deep inside each other."""
    return SpecError(path, f"pipelines more than {DEEPEST} deep", "fewer inside each other")


def _check_record(record: object) -> None:
    kind: Any = type(record)
    for name, hint in fields_of(kind):
        complaint = complaint_about(getattr(record, name), hint)
        if complaint is not None:
            raise SpecError(f"{kind.__name__}.{name}", *complaint)


def _nested_in(spec: Spec) -> Iterator[Spec]:
    for phase in spec.phases:
        for step in phase.steps:
            if step.inside is not None:
                yield step.inside


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

    def __attrs_post_init__(self) -> None:
        _check_record(self)


@frozen
class PhaseSpec:
    """A phase: its name, the reason it stands there, its steps."""

    name: str
    because: str
    steps: tuple[StepSpec, ...] = ()

    def __attrs_post_init__(self) -> None:
        _check_record(self)


@frozen
class RuleSpec:
    """An order rule; a step is meant by its type, or by type and options."""

    later: tuple[str | StepSpec, ...]
    earlier: tuple[str | StepSpec, ...]
    because: str
    first: bool = False
    last: bool = False

    def __attrs_post_init__(self) -> None:
        _check_record(self)


def _remembered(given: bool | int | None) -> int | None:
    if given is True:
        return REMEMBERED
    return None if given is False else given


@frozen
class Spec:
    """A pipeline as data, with the policies of its run.

    `timeout`, in milliseconds for a whole run, is for the caller of `run`: a pipeline has no clock.
    `incremental` is how many messages it remembers, as `ctxfn.pipeline.incremental` does; ``True``
    stands for as many as there. ``None``: nothing is remembered.
    """

    phases: tuple[PhaseSpec, ...] = ()
    rules: tuple[RuleSpec, ...] = ()
    name: str = NESTED
    on_error: OnError | None = None
    timeout: Annotated[int | float, Gt(0), Lt(1e15)] | None = None
    incremental: Annotated[int, Ge(0)] | None = field(converter=_remembered, default=None)

    def __attrs_post_init__(self) -> None:
        _check_record(self)
        level = [self]
        for _ in range(DEEPEST):
            level = list({id(one): one for spec in level for one in _nested_in(spec)}.values())
        if level:
            raise too_deep("Spec")

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
    check_argument("the spec", spec, Spec, "a Spec: load_spec(text)")
    due = [step for phase in reversed(spec.phases) for step in reversed(phase.steps)]
    while due:
        step = due.pop()
        yield step
        if step.inside is not None:
            due += [one for phase in reversed(step.inside.phases) for one in reversed(phase.steps)]
