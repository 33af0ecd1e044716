"""`simulate`: a session's requests as a cache sees them."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator

from attrs import evolve

from ctxfn.front.compare import model_of, precise
from ctxfn.front.options import check_a, check_count, check_text, only_ours, shown
from ctxfn.front.payload import Payload
from ctxfn.pipeline import OptionError
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
    among: int = 1,
) -> CacheReport:
    """Report what a cache makes of the successive *requests* of a session.

    Contract:
        Each is a payload of `assemble`, a body, or a list of messages; each is compared with
        the one before it, as `compare` does; where several conversations are one session, with
        that *among* so many before of which most is read. With a *budget* the report knows the mean use of
        the window. *model*, or else the one that the first request names, chooses how tokens are counted.
        Nothing is changed.

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
    with only_ours("simulate"):
        check_count("simulate", optional=True, budget=budget)
    turns = turns_of(requests, model=model, counter=counter, caching=caching, among=among)
    return CacheReport(tuple(turns), budget)


def turns_of(
    requests: Iterable[object],
    /,
    *,
    model: str | None = None,
    counter: Counter | None = None,
    caching: Caching | None = None,
    among: int = 1,
) -> Iterator[CacheTurn]:
    """Yield what `simulate` reports of each of *requests* as they come.

    Contract:
        ``simulate(requests).turns``, one by one.

    Complexity: as `simulate`; no more requests are in memory than are compared.

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
        if type(among) is not int or among < 1:
            expected = "a whole number of requests, 1 or more"
            raise OptionError("simulate", "among", shown(among), expected)
        lines: Lines | None = None
        before: deque[tuple[Seen, object]] = deque(maxlen=among)
        for number, request in enumerate(requests):
            body = request.body if isinstance(request, Payload) else request
            if lines is None:
                named = model or model_of(body)
                lines = Lines(counter or counter_for(named), tariff=Tariff(model=named))
            turn, seen = see(lines, [one for one, _ in before], body, number, caching)
            if turn.prefix is not None:
                (against,) = (given for one, given in before if one.number == turn.against)
                blame = precise(against, request, turn.prefix.blame)
                turn = evolve(turn, prefix=evolve(turn.prefix, blame=blame))
            before.append((seen, request))
            yield turn
