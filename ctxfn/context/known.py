"""Facts by type: at most one of each."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, TypeVar, cast, final

from attrs import field, frozen
from pyrsistent import PMap, pmap

from ctxfn.errors import check_argument

__all__ = ["NOTHING", "Known"]

F = TypeVar("F")


_NONE: Final[PMap[type, object]] = pmap()


@final
@frozen(repr=False)
class Known:
    """A persistent map from a fact's type to the fact; made by `Known.of`."""

    _facts: PMap[type, object] = field(default=_NONE, alias="facts")

    @staticmethod
    def of(*facts: object) -> Known:
        """Make a map of *facts*; of two of one type the later counts.

        Examples:
            >>> Known.of("a", 1).get(int)
            1
        """
        return Known(pmap({type(fact): fact for fact in facts}))

    def get(self, kind: type[F]) -> F | None:
        """Return the fact of type *kind*, or ``None`` if it is not known."""
        check_argument("the kind of fact", kind, type, "the type of a fact")
        return cast("F | None", self._facts.get(kind))

    def tell(self, *facts: object) -> Known:
        """Return a map that knows *facts* as well, or itself if it knows just these.

        Complexity: O(facts told).

        Examples:
            >>> known = Known.of("a")
            >>> known.tell("a") is known, known.tell("b").get(str)
            (True, 'b')
        """
        new = [fact for fact in facts if not self._knows(fact)]
        return Known(self._facts.update({type(f): f for f in new})) if new else self

    def _knows(self, fact: object) -> bool:
        there = self._facts.get(type(fact))
        return there is fact or (there is not None and there == fact)

    def forget(self, kind: type) -> Known:
        """Return a map without the fact of type *kind*, or itself if it is not known."""
        check_argument("the kind of fact", kind, type, "the type of a fact")
        return Known(self._facts.discard(kind)) if kind in self._facts else self

    def kinds(self) -> frozenset[type]:
        """Return the types of the facts."""
        return frozenset(self._facts)

    def __contains__(self, kind: type) -> bool:
        return kind in self._facts

    def __iter__(self) -> Iterator[object]:
        """Iterate over the facts, sorted by the name of their type."""
        return iter(sorted(self._facts.values(), key=_type_name))

    def __len__(self) -> int:
        return len(self._facts)

    def __repr__(self) -> str:
        return f"Known.of({', '.join(repr(fact) for fact in self)})"


def _type_name(fact: object) -> tuple[str, str]:
    return type(fact).__qualname__, type(fact).__module__


#: No fact is known.
NOTHING: Final = Known()
