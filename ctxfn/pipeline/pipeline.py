"""Pipelines: phases in order, a value that runs, nests, prints, and is edited by value."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Final, Literal, TypeAlias, TypeVar, overload

from attrs import evolve, field, frozen
from pyrsistent import PVector

from ctxfn.context import Context
from ctxfn.messages import Messages
from ctxfn.pipeline.blocks import check_blocks
from ctxfn.pipeline.errors import PipelineError, UnknownStep, printed
from ctxfn.pipeline.order import MustFollow
from ctxfn.pipeline.phase import AnyStep, Meant, Named, Phase, as_step, is_the, name_of, shown

__all__ = ["DEEPEST", "OnError", "Pipeline", "names_of", "steps_of"]

#: What the failure of a step does: it ends the run, or the step contributes nothing.
OnError: TypeAlias = Literal["raise", "skip"]

T = TypeVar("T")

#: Pipelines inside each other; what is deeper is made by a mistake in a loop.
DEEPEST: Final = 20


def _phases(given: Iterable[Phase]) -> tuple[Phase, ...]:
    return _all(given, Phase, "phases", "phase(name, because, *steps)")


def _rules(given: Iterable[MustFollow]) -> tuple[MustFollow, ...]:
    return _all(given, MustFollow, "rules", "must_follow(later, earlier, because=...)")


def _all(given: Iterable[T], kind: type[T], what: str, made: str) -> tuple[T, ...]:
    expected = f"a tuple of {made}"
    if not isinstance(given, Iterable):
        raise PipelineError(f"a pipeline's {what}", printed(given), expected)
    every = tuple(given)
    for one in every:
        if not isinstance(one, kind):
            raise PipelineError(f"a pipeline's {what}", printed(one), expected)
    return every


@frozen
class Pipeline:
    """Phases in the order they run, and rules that this order must keep.

    The list is the order. A pipeline is itself a step; edits return another pipeline and
    check the rules again. A step is named by its factory, an equal value, or exactly its name in `names_of`; an injector
    that was moved to another slot is still itself. `on_error` is its own rule for failing
    steps, where its caller has none; without one the first failure ends it.

    Raises:
        OrderError: the list breaks a rule, or blocks are placed where nobody writes them any more.
    """

    phases: tuple[Phase, ...] = field(converter=_phases, default=())
    rules: tuple[MustFollow, ...] = field(converter=_rules, default=())
    name: str = "pipeline"
    on_error: OnError | None = None

    def __attrs_post_init__(self) -> None:
        if self.on_error not in (None, "raise", "skip"):
            raise PipelineError("on_error", printed(self.on_error), "'raise', 'skip' or None")
        level: tuple[AnyStep, ...] = (self,)
        for _ in range(DEEPEST):
            level = tuple(_nested_in(level))
        if level:
            expected = "fewer inside each other"
            raise PipelineError(self.name, f"pipelines more than {DEEPEST} deep", expected)
        steps = [step for _, step in steps_of(self)]
        known: dict[int, list[int]] = {}

        def places(meant: Meant) -> list[int]:
            if id(meant) not in known:
                known[id(meant)] = [n for n, step in enumerate(steps) if is_the(step, meant)]
            return known[id(meant)]

        for rule in self.rules:
            if any(isinstance(step, Pipeline) for step in (*rule.later, *rule.earlier)):
                raise PipelineError("an order rule", printed(rule), "a step inside the pipeline")
            rule.check(places)
        check_blocks(steps)

    @overload
    def __call__(self, given: Context, /) -> Context: ...
    @overload
    def __call__(self, given: Messages, /) -> Messages: ...
    def __call__(self, given: Context | Messages, /) -> Context | Messages:
        from ctxfn.pipeline.run import run

        if isinstance(given, PVector):
            return run(self, Context(given)).messages
        return run(self, given)

    def __iter__(self) -> Iterator[AnyStep]:
        """Iterate over the steps in order; a nested pipeline is one step."""
        return (step for one in self.phases for step in one.steps)

    def before(self, meant: Meant | str, /, *new: AnyStep) -> Pipeline:
        """Return a pipeline with *new* steps right before the first *meant*."""
        return self._edited(meant, before=new)

    def after(self, meant: Meant | str, /, *new: AnyStep) -> Pipeline:
        """Return a pipeline with *new* steps right after the last *meant*."""
        return self._edited(meant, after=new)

    def replace(self, meant: Meant | str, /, *new: AnyStep) -> Pipeline:
        """Return a pipeline with *new* steps in place of every *meant*."""
        return self._edited(meant, instead=new)

    def without(self, *meant: Meant | str) -> Pipeline:
        """Return a pipeline without the steps *meant*, every one of each."""
        gone = {place for one in meant for place in self._places(one)}
        return self._rebuilt(lambda place, step: () if place in gone else (step,))

    def only(self, *meant: Meant | str) -> Pipeline:
        """Return a pipeline of the steps *meant* alone, in this pipeline's order."""
        kept = {place for one in meant for place in self._places(one)}
        return self._rebuilt(lambda place, step: (step,) if place in kept else ())

    def _places(self, meant: Meant | str) -> list[int]:
        names = names_of(self)
        if isinstance(meant, str):
            places = [place for place, name in enumerate(names) if name == meant]
        else:
            places = [place for place, step in enumerate(self) if is_the(step, meant)]
        if not places:
            raise UnknownStep(meant if isinstance(meant, str) else shown(meant), names)
        return places

    def _edited(
        self,
        meant: Meant | str,
        *,
        before: tuple[AnyStep, ...] = (),
        after: tuple[AnyStep, ...] = (),
        instead: tuple[AnyStep, ...] | None = None,
    ) -> Pipeline:
        places = self._places(meant)

        def change(place: int, step: AnyStep) -> tuple[AnyStep, ...]:
            if place not in places:
                return (step,)
            first = before if place == places[0] else ()
            last = after if place == places[-1] else ()
            return (*first, *((step,) if instead is None else instead), *last)

        return self._rebuilt(change)

    def _rebuilt(self, change: Callable[[int, AnyStep], tuple[AnyStep, ...]]) -> Pipeline:
        place, phases = 0, []
        for one in self.phases:
            steps: list[AnyStep] = []
            for step in one.steps:
                steps += [as_step(new) for new in change(place, step)]
                place += 1
            phases.append(evolve(one, steps=tuple(steps)))
        return evolve(self, phases=tuple(phases))


def _nested_in(pipelines: tuple[AnyStep, ...]) -> Iterable[AnyStep]:
    """The pipelines right inside of *pipelines*, each once."""
    inside = (step for one in pipelines if isinstance(one, Pipeline) for step in one)
    bare = (step.step if isinstance(step, Named) else step for step in inside)
    return {id(step): step for step in bare if isinstance(step, Pipeline)}.values()


def steps_of(pipeline: AnyStep, within: str = "") -> Iterator[tuple[str, AnyStep]]:
    """Yield phase name and step of every step that runs, nested pipelines opened up.

    Contract:
        Phase names of nested pipelines are joined by a slash. A pipeline that `incremental`
        remembers is opened up too.

    Complexity: O(steps).

    Source: ours.

    Examples:
        >>> def tidy(context): return context
        >>> [phase for phase, _ in steps_of(tidy, "clean")]
        ['clean']
    """
    opened = _opened(pipeline)
    if opened is None:
        yield within, as_step(pipeline)
        return
    for one in opened.phases:
        name = f"{within}/{one.name}" if within else one.name
        for step in one.steps:
            yield from steps_of(step, name)


def _opened(step: AnyStep) -> Pipeline | None:
    """Return the pipeline that *step* is, or remembers."""
    inside = getattr(step, "pipeline", step)
    return inside if isinstance(inside, Pipeline) else None


def phases_of(pipeline: AnyStep, within: str = "") -> Iterator[tuple[str, Phase]]:
    """Yield the name and the phase of every phase, those of nested pipelines behind their own.

    Complexity: O(steps).
    """
    opened = _opened(pipeline)
    for one in () if opened is None else opened.phases:
        name = f"{within}/{one.name}" if within else one.name
        yield name, one
        for step in one.steps:
            yield from phases_of(step, name)


def names_of(pipeline: AnyStep) -> tuple[str, ...]:
    """Return the steps' names in order, repeats numbered: ``drop_empty``, ``drop_empty#2``.

    Contract:
        As many names as steps; a nested pipeline is one step, and a step alone is itself.

    Complexity: O(steps).

    Source: ours; the re-created engine lets names overwrite each other.

    Examples:
        >>> from ctxfn.pipeline import phase
        >>> def tidy(context): return context
        >>> names_of(Pipeline((phase("a", "first", tidy, tidy),)))
        ('tidy', 'tidy#2')
    """
    steps = pipeline if isinstance(pipeline, Pipeline) else (as_step(pipeline),)
    return numbered(name_of(step) for step in steps)


def numbered(names: Iterable[str]) -> tuple[str, ...]:
    """Number the repeats among *names*: the second ``x`` is ``x#2``."""
    seen: dict[str, int] = {}
    result = []
    for name in names:
        seen[name] = seen.get(name, 0) + 1
        result.append(name if seen[name] == 1 else f"{name}#{seen[name]}")
    return tuple(result)
