"""From a spec to a pipeline and back, by way of a registry."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from attrs import evolve

from ctxfn.errors import check_argument
from ctxfn.pipeline.config.option_values import read_value, write_value
from ctxfn.pipeline.config.registry import Registry, near
from ctxfn.pipeline.config.spec import NESTED, PhaseSpec, RuleSpec, Spec, StepSpec
from ctxfn.pipeline.errors import OptionError, SpecError
from ctxfn.pipeline.incremental import Incremental, incremental
from ctxfn.pipeline.order import MustFollow
from ctxfn.pipeline.phase import AnyStep, Meant, Named, Phase, as_step, phase, shown
from ctxfn.pipeline.pipeline import Pipeline
from ctxfn.pipeline.step import Processor, Step

__all__ = ["build", "spec_of"]

#: The option of a step that can be moved: the name of the slot.
_SLOT: Final = "slot"

#: Where the whole of a pipeline is remembered: name and reason of the phase it is in.
_REMEMBERING: Final = (
    "incremental",
    "what was worked out before is remembered: one more turn costs what is new",
)


def build(registry: Registry, spec: Spec) -> Pipeline:
    """Make the pipeline that *spec* describes, of the steps that *registry* knows.

    Contract:
        In each phase steps with a lower priority run first, equal ones as listed; a step that
        is not enabled is left out, but has to be right all the same. Where the spec is
        `incremental` the pipeline is one step, which remembers, and gives what it gave without.
        ``build(registry, spec_of(registry, pipeline))`` is *pipeline*.

    Complexity: O(steps x registered steps).

    Source: brief 003, the rulings on what it leaves open.

    Raises:
        InvalidArgument: no registry, or no spec.
        SpecError: a type, option, value or rule that is not there; its path is named.
        OptionError: a value breaks an option's constraint.
        OrderError: the steps break a rule.

    Examples:
        >>> from ctxfn.messages import Messages
        >>> from ctxfn.pipeline import Registered, load_spec, processor
        >>> @processor
        ... def first(messages: Messages, /, *, nodes: int = 1) -> Messages:
        ...     return messages[:nodes]
        >>> spec = load_spec('{"processors": [{"type": "first", "config": {"nodes": 2}}]}')
        >>> list(build(Registry((Registered("first", first),)), spec))
        [first(nodes=2)]
    """
    check_argument("build, the registry", registry, Registry, "a Registry: standard_registry()")
    check_argument("build, the spec", spec, Spec, "a Spec: load_spec(text)")
    built = _remembering(spec, _built(registry, spec, ""))
    return built if isinstance(built, Pipeline) else Pipeline((phase(*_REMEMBERING, built),))


def _remembering(spec: Spec, built: Pipeline) -> Pipeline | Incremental:
    if spec.incremental is None:
        return built
    return incremental(built, messages=spec.incremental)


def _built(registry: Registry, spec: Spec, path: str) -> Pipeline:
    phases = [
        _phase(registry, one, f"{path}phases[{place}]") for place, one in enumerate(spec.phases)
    ]
    rules = [_rule(registry, one, f"{path}rules[{place}]") for place, one in enumerate(spec.rules)]
    named = [step.name for one in spec.phases for step in one.steps if step.name is not None]
    for place, name in enumerate(named):
        if name in named[:place]:
            raise SpecError(f"{path}phases", f"two steps named {name!r}", "a name for one step")
    return Pipeline(tuple(phases), tuple(rules), spec.name, spec.on_error)


def _phase(registry: Registry, given: PhaseSpec, path: str) -> Phase:
    # All are made, so that a step that is switched on again was right all along.
    made = [
        (step, _step(registry, step, f"{path}.steps[{place}]"))
        for place, step in enumerate(given.steps)
    ]
    ordered = sorted((one for one in made if one[0].enabled), key=lambda one: one[0].priority)
    return Phase(given.name, given.because, tuple(step for _, step in ordered))


def _step(registry: Registry, step: StepSpec, path: str) -> AnyStep:
    if step.inside is not None:
        return _remembering(step.inside, _built(registry, step.inside, f"{path}."))
    if step.type == NESTED:
        raise SpecError(path, "a pipeline without phases", "phases, or processors")
    known = registry.named(step.type, f"{path}.type").step
    options = {name: value.thaw() for name, value in step.config}
    made = _configured(known, options, f"{path}.config", registry)
    return made if step.name is None else Named(step.name, made)


def _configured(known: Meant, options: dict[str, object], path: str, registry: Registry) -> AnyStep:
    values = dict(registry.values)
    hints: Mapping[str, Any] = known.hints if isinstance(known, Processor) else {}
    declared: Mapping[str, Any] = known.declared if isinstance(known, Processor) else {}
    at: Callable[[Any], AnyStep] | None = getattr(known, "at", None)
    there = tuple(declared) if at is None else (_SLOT,)
    for name, value in options.items():
        if name not in there:
            raise SpecError(f"{path}.{name}", repr(value), near(name, there))
    if isinstance(known, Processor):
        read = {
            name: read_value(value, hints[name], f"{path}.{name}", values)
            for name, value in options.items()
        }
        try:
            return known.step(read)
        except OptionError as error:
            raise SpecError(f"{path}.{error.option}", error.found, error.expected) from error
    if at is None or _SLOT not in options:
        return known
    slot = read_value(options[_SLOT], object, f"{path}.{_SLOT}", values)
    if not callable(getattr(slot, "place", None)):
        named = ", ".join(name for name, one in values.items() if hasattr(one, "place"))
        expected = f'{{"value": NAME}} of a slot: {named}'
        raise SpecError(f"{path}.{_SLOT}", repr(options[_SLOT]), expected)
    return at(slot)


def _rule(registry: Registry, rule: RuleSpec, path: str) -> MustFollow:
    later, earlier = (
        tuple(
            registry.named(one, f"{path}.{which}").step
            if isinstance(one, str)
            else _step(registry, one, f"{path}.{which}")
            for one in steps
        )
        for which, steps in (("later", rule.later), ("earlier", rule.earlier))
    )
    return MustFollow(later, earlier, rule.because, rule.first, rule.last)


def spec_of(registry: Registry, pipeline: Pipeline) -> Spec:
    """Return the spec of *pipeline*, written with the names of *registry*.

    Contract:
        ``build(registry, spec_of(registry, pipeline))`` is *pipeline*: its order is the
        list's, so nothing has a priority.

    Complexity: O(steps x registered steps and values).

    Source: brief 003: hand-made steps refuse to be written unless they are registered.

    Raises:
        SpecError: naming a step that is not registered, or an option no file can say.

    Examples:
        >>> spec_of(Registry(), Pipeline())
        Spec(phases=(), rules=(), name='pipeline', on_error=None, timeout=None, \
incremental=None)
    """
    check_argument("spec_of, the registry", registry, Registry, "a Registry: standard_registry()")
    expected = "a Pipeline: Pipeline((phase(name, because, *steps),))"
    check_argument("spec_of, the pipeline", pipeline, Pipeline, expected)
    whole = _remembered_whole(pipeline)
    return _spec(registry, pipeline) if whole is None else _spec_of_incremental(registry, whole)


def _remembered_whole(pipeline: Pipeline) -> Incremental | None:
    """Return the one step of a pipeline that `build` made of an incremental spec."""
    for step in pipeline:
        if isinstance(step, Incremental) and isinstance(step.pipeline, Pipeline):
            return step if pipeline == Pipeline((phase(*_REMEMBERING, step),)) else None
        break
    return None


def _spec_of_incremental(registry: Registry, step: Incremental) -> Spec:
    if not isinstance(step.pipeline, Pipeline):
        expected = "incremental(Pipeline(...)): a file has no word for one step that remembers"
        raise SpecError("an incremental step", shown(step), expected)
    return evolve(_spec(registry, step.pipeline), incremental=step.limit)


def _spec(registry: Registry, pipeline: Pipeline) -> Spec:
    phases = tuple(
        PhaseSpec(
            one.name,
            one.because,
            tuple(_spec_of(registry, step, f"phase {one.name}") for step in one.steps),
        )
        for one in pipeline.phases
    )
    rules = tuple(
        RuleSpec(
            _meant(registry, rule.later),
            _meant(registry, rule.earlier),
            rule.because,
            rule.first,
            rule.last,
        )
        for rule in pipeline.rules
    )
    return Spec(phases, rules, pipeline.name, pipeline.on_error)


def _spec_of(registry: Registry, step: AnyStep, where: str) -> StepSpec:
    if isinstance(step, Pipeline):
        return StepSpec(NESTED, inside=_spec(registry, step))
    if isinstance(step, Incremental):
        return StepSpec(NESTED, inside=_spec_of_incremental(registry, step))
    name, step = (step.name, step.step) if isinstance(step, Named) else (None, step)
    values = dict(registry.values)
    if isinstance(step, Step) and (found := registry.holding(step.factory)) is not None:
        config = {
            option: write_value(value, f"{where}, {shown(step)}, {option}", values)
            for option, value in step.options
        }
        return StepSpec(found.name, config, name)
    if (found := registry.holding(step)) is not None:
        return StepSpec(found.name, (), name)
    slot = getattr(step, _SLOT, None)
    for known in registry if slot is not None else ():
        at = getattr(known.step, "at", None)
        if at is not None and type(known.step) is type(step) and at(slot) == step:
            written = write_value(slot, f"{where}, {shown(step)}, slot", values)
            return StepSpec(known.name, {_SLOT: written}, name)
    expected = f"a registered step: registry.with_steps(Registered(name, step)); {_there(registry)}"
    raise SpecError(where, shown(step), expected)


def _meant(registry: Registry, steps: tuple[Meant, ...]) -> tuple[str | StepSpec, ...]:
    return tuple(
        _spec_of(registry, as_step(step), "an order rule") if found is None else found.name
        for step in steps
        for found in (registry.holding(step),)
    )


def _there(registry: Registry) -> str:
    return f"there are: {', '.join(one.name for one in registry) or 'none'}"
