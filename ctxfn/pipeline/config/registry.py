"""The registry: which steps a configuration may name, and whose they are."""

from __future__ import annotations

import difflib
from collections.abc import Iterable, Iterator, Mapping
from typing import Final, Literal, TypeAlias, get_args

from attrs import evolve, field, frozen

from ctxfn.errors import check_argument
from ctxfn.pipeline.config.spec import NESTED, pairs_of
from ctxfn.pipeline.errors import DuplicateName, SpecError, printed
from ctxfn.pipeline.phase import Meant

__all__ = ["OURS", "TAXONOMY", "Registered", "Registry", "Taxonomy", "near"]

#: What a step does to a conversation, for listing; users add labels of their own.
Taxonomy: TypeAlias = Literal["injector", "transformer", "truncator", "validator", "reorderer"]
TAXONOMY: Final[tuple[str, ...]] = get_args(Taxonomy)

#: The owner of the steps that come with the library.
OURS: Final = "ctxfn"


@frozen
class Registered:
    """A step under the name that configurations call it by: a processor, or a step by value."""

    name: str
    step: Meant
    labels: tuple[str, ...] = ()
    owner: str = OURS

    def __attrs_post_init__(self) -> None:
        if not isinstance(self.name, str) or not self.name.strip() or self.name == NESTED:
            expected = f"a name, and not {NESTED!r}, which is that of nested pipelines"
            raise SpecError("a registered step's name", printed(self.name), expected)
        if not callable(self.step):
            raise SpecError(f"the step {self.name}", printed(self.step), "a processor or a step")


def _by_name(given: Iterable[Registered]) -> tuple[Registered, ...]:
    expected = "Registered(name, step) for each"
    check_argument("a registry's steps", given, Iterable, expected)
    steps = tuple(given)
    for one in steps:
        check_argument("a registry's steps", one, Registered, expected)
    return tuple(sorted(steps, key=lambda one: one.name))


def _pairs(
    given: Mapping[str, object] | Iterable[tuple[str, object]],
) -> tuple[tuple[str, object], ...]:
    return pairs_of("a registry's values", given)


@frozen
class Registry:
    """Steps by name, and values by name for options that no JSON can say: a value that is edited by value.

    Raises:
        DuplicateName: two owners want one name.
    """

    steps: tuple[Registered, ...] = field(converter=_by_name, default=())
    values: tuple[tuple[str, object], ...] = field(converter=_pairs, default=())

    def __attrs_post_init__(self) -> None:
        owners: dict[str, str] = {}
        for one in self.steps:
            if one.name in owners:
                raise DuplicateName(one.name, owners[one.name], one.owner)
            owners[one.name] = one.owner

    def __iter__(self) -> Iterator[Registered]:
        """Iterate over the steps, sorted by name."""
        return iter(self.steps)

    def __len__(self) -> int:
        return len(self.steps)

    def with_steps(self, *more: Registered) -> Registry:
        """Return a registry that knows *more* steps too."""
        return evolve(self, steps=(*self.steps, *more))

    def with_values(self, **more: object) -> Registry:
        """Return a registry that knows *more* values too, later ones in place of earlier ones."""
        return evolve(self, values={**dict(self.values), **more})

    def without(self, *names: str) -> Registry:
        """Return a registry that does not know *names*.

        Raises:
            SpecError: it does not know one of them now.
        """
        for name in names:
            self.named(name, "a step to remove")
        return evolve(self, steps=tuple(one for one in self.steps if one.name not in names))

    def named(self, name: str, where: str = "a step") -> Registered:
        """Return the step registered as *name*.

        Raises:
            SpecError: naming *where*, names that are near, and all there are.
        """
        check_argument(where, name, str, "the name of a registered step")
        for one in self.steps:
            if one.name == name:
                return one
        raise SpecError(where, repr(name), near(name, [one.name for one in self.steps]))

    def holding(self, step: object) -> Registered | None:
        """Return the registration of the processor or step *step*, if it has one."""
        for one in self.steps:
            if one.step is step or (type(one.step) is type(step) and one.step == step):
                return one
        return None


def near(name: str, there: Iterable[str]) -> str:
    """Say which of the names that are *there* may be meant, and list them all.

    Complexity: O(names).

    Source: ours.

    Examples:
        >>> near("keep_recnt", ["drop_empty", "keep_recent"])
        "perhaps 'keep_recent'; there are: drop_empty, keep_recent"
    """
    names = sorted(there)
    close = difflib.get_close_matches(name, names, 2)
    meant = f"perhaps {' or '.join(map(repr, close))}; " if close else ""
    return f"{meant}there are: {', '.join(names) or 'none'}"
