"""`simulate`: a session's requests as a cache sees them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from attrs import evolve

from ctxfn.front.assemble import Payload
from ctxfn.front.compare import precise
from ctxfn.front.options import check_a, check_text, only_ours
from ctxfn.tokens import (
    CacheReport,
    CacheTurn,
    Caching,
    Counter,
    Lines,
    Seen,
    Tariff,
    counter_for,
    see,
)

__all__ = ["simulate", "turns_of"]


def simulate(
    requests: Iterable[object],
    /,
    *,
    model: str | None = None,
    budget: int | None = None,
    counter: Counter | None = None,
    caching: Caching | None = None,
) -> CacheReport:
    """Report what a cache makes of the successive *requests* of a session.

    Contract:
        Each is a payload of `assemble`, a body, or a list of messages; each is compared with
        the one before it, as `compare` does. With a *budget* the report knows the mean use of
        the window. Nothing is changed.

    Complexity: O(size), besides counting what is new in each; to blame a step, the pipeline's.

    Source: ours.

    Raises:
        InvalidMessages: one of them is no request.
        OptionError: an option has a value that it cannot have.

    Examples:
        >>> said = [{"role": "user", "content": "one"}, {"role": "assistant", "content": "two"}]
        >>> asked = [*said, {"role": "user", "content": "three"}]
        >>> report = simulate([said, asked, asked[1:]])
        >>> round(report.mean_share, 2), [str(turn.prefix.blame) for turn in report.broken]
        (0.42, ['history: 1 message cut'])
    """
    turns = turns_of(requests, model=model, counter=counter, caching=caching)
    return CacheReport(tuple(turns), budget)


def turns_of(
    requests: Iterable[object],
    /,
    *,
    model: str | None = None,
    counter: Counter | None = None,
    caching: Caching | None = None,
) -> Iterator[CacheTurn]:
    """Yield what `simulate` reports of each of *requests* as they come.

    Contract:
        ``simulate(requests).turns``, one by one.

    Complexity: as `simulate`; two requests are in memory at a time.

    Source: ours.

    Raises:
        InvalidMessages, OptionError: as `simulate`.

    Examples:
        >>> said = [{"role": "user", "content": "one"}]
        >>> [turn.messages for turn in turns_of([said, [*said, *said]])]
        [1, 2]
    """
    with only_ours("simulate"):
        check_text("simulate", model=model)
        check_a("simulate", "counter", counter, Counter)
        check_a("simulate", "caching", caching, Caching)
        lines = Lines(counter or counter_for(model or ""), tariff=Tariff(model=model or ""))
        before: object = None
        seen: Seen | None = None
        for number, request in enumerate(requests):
            body = request.body if isinstance(request, Payload) else request
            turn, seen = see(lines, seen, body, number, caching)
            if turn.prefix is not None:
                blame = precise(before, request, turn.prefix.blame)
                turn = evolve(turn, prefix=evolve(turn.prefix, blame=blame))
            before = request
            yield turn
