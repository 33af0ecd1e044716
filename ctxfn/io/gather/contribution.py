"""Who brings facts, and what became of each."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Final, Generic, Literal, TypeVar

from attrs import frozen

from ctxfn.context import Context, Note
from ctxfn.errors import check_argument
from ctxfn.io.errors import InvalidArgument
from ctxfn.messages import Node

__all__ = ["Contribution", "Gathered", "Report", "check_limit"]

#: A year: beyond what anybody waits for.
_LONGEST: Final = 366 * 24 * 3600

V_contra = TypeVar("V_contra", contravariant=True)


@frozen
class Contribution(Generic[V_contra]):
    """A name, and a function that fetches facts: from a view of the request to a fact.

    `fetch` returns a fact, a tuple of facts, or None if there is nothing to know; it may be
    asynchronous or not. `provides` says of which types its facts are: one that provides
    nothing a pipeline reads is not asked. `limit` is its own time limit, in seconds.

    Raises:
        InvalidArgument: no name, nothing to call, types that are none, or a limit that is no
            time.
    """

    name: str
    fetch: Callable[[V_contra], object]
    provides: tuple[type, ...]
    limit: float | None = None

    def __attrs_post_init__(self) -> None:
        if not isinstance(self.name, str) or not self.name.strip():
            raise InvalidArgument("name", repr(self.name), "a text")
        if not callable(self.fetch):
            raise InvalidArgument(f"{self.name}: fetch", repr(self.fetch), "a function of a view")
        provides: object = self.provides
        if not isinstance(provides, tuple) or not all(isinstance(one, type) for one in provides):
            raise InvalidArgument(f"{self.name}: provides", repr(provides), "a tuple of types")
        if self.limit is not None:
            check_limit(f"{self.name}: limit", self.limit)


def check_limit(what: str, seconds: object) -> None:
    """Refuse what is no time to wait.

    Raises:
        InvalidArgument: naming *what*.
    """
    number = isinstance(seconds, int | float) and not isinstance(seconds, bool)
    if not number or not 0 < seconds <= _LONGEST:  # type: ignore[operator]
        raise InvalidArgument(what, repr(seconds), "seconds, more than 0 and no more than a year")


@frozen
class Report:
    """What became of one contribution.

    ``arrived`` with facts, ``absent``: it had none to tell, ``late``: not there within its
    limit, ``failed``: it raised, or returned what it does not provide; `reason` says why.
    """

    name: str
    status: Literal["arrived", "absent", "late", "failed"]
    seconds: float
    facts: tuple[object, ...] = ()
    reason: str | None = None


@frozen
class Gathered:
    """The reports of all contributions that were asked, in declared order."""

    reports: tuple[Report, ...]

    def __attrs_post_init__(self) -> None:
        expected = "a tuple of Report(...)"
        check_argument("reports", self.reports, tuple, expected)
        for one in self.reports:
            check_argument("reports", one, Report, expected)

    @property
    def facts(self) -> tuple[object, ...]:
        """All facts that arrived, in the order their contributions were declared."""
        return tuple(fact for report in self.reports for fact in report.facts)

    @property
    def missing(self) -> tuple[Report, ...]:
        """The contributions that were late or failed."""
        return tuple(one for one in self.reports if one.status in ("late", "failed"))

    def context(self, messages: Iterable[Node]) -> Context:
        """Make a context of *messages* and the facts; what is missing is in its notes."""
        context = Context.of(messages, *self.facts)
        notes = (Note("gather", one.status, f"{one.name}: {one.reason}") for one in self.missing)
        return context.with_messages(context.messages, *notes)
