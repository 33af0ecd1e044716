"""A session seen by a cache: of each request, what the one before it had left there."""

from __future__ import annotations

from collections import Counter as Multiset
from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from attrs import frozen

from ctxfn.arguments import blames_arguments
from ctxfn.errors import check_argument

from .caching import Caching
from .counters import Counter, estimate
from .errors import UnclearLimit
from .prefix import Prefix, compare_lines
from .request_lines import Line, Lines, body_of

__all__ = [
    "CacheReport",
    "CacheTurn",
    "Seen",
    "_checked",
    "cache_turns",
    "see",
    "simulate_cache",
]


@frozen
class CacheTurn:
    """One request of a session: what it costs, and what of it the cache had (`prefix`).

    `tokens` is what `account` counts, `written` the tokens of its JSON, of which shares are.
    The first has no `prefix`. `injected` are the tokens that nobody said: tools, system text
    and what stands in our envelopes; `most_injected` names the line that has most of them, and
    `largest` the one that costs most.
    `against` is the number of the request it was compared with, and `gone` are the lines of
    that one that it has no longer, by their path there.
    """

    number: int
    messages: int
    tokens: int
    written: int
    injected: int
    most_injected: str | None
    largest: str | None
    prefix: Prefix | None
    against: int | None = None
    gone: tuple[str, ...] = ()

    @property
    def share(self) -> float:
        """The part read from the cache; of a first request nothing."""
        return 0.0 if self.prefix is None else self.prefix.share

    @property
    def injected_share(self) -> float:
        """The part that nobody said."""
        return self.injected / self.tokens if self.tokens else 0.0

    @property
    def broken(self) -> bool:
        """Whether what was closed in the request before does not begin this one."""
        return self.prefix is not None and not self.prefix.kept


@frozen
class CacheReport:
    """All requests of a session, in their order, and the `budget` of their window if it has one."""

    turns: tuple[CacheTurn, ...]
    budget: int | None = None

    @property
    def mean_share(self) -> float:
        """The mean part of a request read from the cache, the first left out; of none, all."""
        shares = [turn.share for turn in self.turns if turn.prefix is not None]
        return sum(shares) / len(shares) if shares else 1.0

    @property
    def read_share(self) -> float:
        """The part of all tokens sent that was read from the cache, the first request too."""
        sent = sum(turn.written for turn in self.turns)
        read = sum(turn.prefix.read for turn in self.turns if turn.prefix is not None)
        return read / sent if sent else 1.0

    @property
    def mean_use(self) -> float | None:
        """The mean part of the budget that is used."""
        if not self.budget or not self.turns:
            return None
        return sum(turn.tokens for turn in self.turns) / (len(self.turns) * self.budget)

    @property
    def most(self) -> CacheTurn | None:
        """The turn that sent the most tokens."""
        return max(self.turns, key=lambda turn: turn.tokens, default=None)

    @property
    def broken(self) -> tuple[CacheTurn, ...]:
        """The turns at which what had been closed was another."""
        return tuple(turn for turn in self.turns if turn.broken)

    @property
    def culprits(self) -> tuple[tuple[str, int], ...]:
        """Who broke it, and how often, the most frequent first."""
        told = Multiset(
            f"step {turn.prefix.blame.step}"
            if turn.prefix.blame.step
            else f"{turn.prefix.blame.kind} {turn.prefix.blame.change}"
            for turn in self.broken
            if turn.prefix is not None and turn.prefix.blame is not None
        )
        return tuple(sorted(told.items(), key=lambda pair: (-pair[1], pair[0])))


class Seen(NamedTuple):
    """What is kept of a request to compare later ones with."""

    number: int
    lines: tuple[Line, ...]
    model: object


@blames_arguments
def see(
    lines: Lines,
    before: Sequence[Seen],
    request: object,
    number: int,
    caching: Caching | None = None,
) -> tuple[CacheTurn, Seen]:
    """Read one more *request* of a session, those *before* it at hand that the cache still has.

    Contract:
        It is compared with the one of which most is read; of equals with the last. What to
        hand in for the next ones comes with the turn. *lines* saves counting again what was
        counted for requests before.

    Complexity: O(size of *request*), besides counting what is new in it; O(lines) for each
    *before* it.

    Source: ours.

    Raises:
        InvalidMessages, InvalidJson, TooDeep: as `request_lines`.

    Examples:
        >>> said, lines = [{"role": "user", "content": "hi"}], Lines(estimate())
        >>> first, seen = see(lines, (), said, 0)
        >>> second, _ = see(lines, (seen,), said, 1)
        >>> first.share, second.share
        (0.0, 1.0)
    """
    now = Seen(number, lines.of(request), body_of(request).get("model"))
    found = [(_compared(one, now, lines.counter, caching), one) for one in before]
    prefix, against = max(
        found, key=lambda pair: (pair[0].read, pair[1].number), default=(None, None)
    )
    gone = () if against is None else _gone(against.lines, now.lines)
    most = max(now.lines, key=lambda line: line.injected, default=None)
    said = sum(line.path.endswith("]") for line in now.lines)
    turn = CacheTurn(
        number,
        said,
        sum(line.cost for line in now.lines) + (lines.tariff.request if said else 0),
        sum(line.tokens for line in now.lines),
        sum(line.injected for line in now.lines),
        most.path if most is not None and most.injected else None,
        max(now.lines, key=lambda line: line.cost).path if now.lines else None,
        prefix,
        None if against is None else against.number,
        gone,
    )
    return turn, now


def _compared(before: Seen, now: Seen, counter: Counter, caching: Caching | None) -> Prefix:
    models = before.model, now.model
    return compare_lines(before.lines, now.lines, counter, caching=caching, models=models)


@blames_arguments
def cache_turns(
    requests: Iterable[object],
    /,
    *,
    counter: Counter | None = None,
    caching: Caching | None = None,
    among: int = 1,
) -> Iterator[CacheTurn]:
    """Read the *requests* of a session one by one; no more are in memory than are compared.

    Contract:
        Of each its `prefix_of` against the one before; or, where several conversations are
        one session, against that *among* so many before of which most is read.

    Complexity: O(size), besides counting what is new in each.

    Source: ours.

    Raises:
        InvalidMessages, InvalidJson, TooDeep: as `request_lines`.
        UnclearLimit: *among* is no number of requests.

    Examples:
        >>> said = [{"role": "user", "content": "one"}, {"role": "assistant", "content": "two"}]
        >>> asked = [*said, {"role": "user", "content": "three"}]
        >>> [round(turn.share, 2) for turn in cache_turns([said, asked, asked[1:]])]
        [0.0, 0.66, 0.2]
    """
    check_argument("requests", requests, Iterable, "the requests of a session, in order")
    return _turns(requests, Lines(counter or estimate()), caching, _checked(among))


def _turns(
    requests: Iterable[object], lines: Lines, caching: Caching | None, among: int
) -> Iterator[CacheTurn]:
    before: deque[Seen] = deque(maxlen=among)
    for number, request in enumerate(requests):
        turn, seen = see(lines, before, request, number, caching)
        before.append(seen)
        yield turn


def _checked(among: object) -> int:
    if type(among) is not int or among < 1:
        raise UnclearLimit("among", among, "a whole number of requests, 1 or more")
    return among


@blames_arguments
def simulate_cache(
    requests: Iterable[object],
    /,
    *,
    counter: Counter | None = None,
    caching: Caching | None = None,
    among: int = 1,
    budget: int | None = None,
) -> CacheReport:
    """Report what a cache makes of the *requests* of a session, bodies or lists of messages.

    Contract:
        One turn a request, in their order.

    Complexity: as `cache_turns`.

    Source: ours.

    Raises:
        InvalidMessages, InvalidJson, TooDeep: as `request_lines`.

    Examples:
        >>> said = [{"role": "user", "content": "one"}, {"role": "assistant", "content": "two"}]
        >>> asked = [*said, {"role": "user", "content": "three"}]
        >>> report = simulate_cache([said, asked, asked[1:]], budget=100)
        >>> report.culprits, [turn.number for turn in report.broken]
        ((('history cut', 1),), [2])
    """
    return CacheReport(
        tuple(cache_turns(requests, counter=counter, caching=caching, among=among)), budget
    )


def _gone(before: Sequence[Line], after: Sequence[Line]) -> tuple[str, ...]:
    if len(before) <= len(after) and all(
        one.text == other.text for one, other in zip(before, after, strict=False)
    ):
        return ()
    there = Multiset(line.text for line in after)
    gone = []
    for line in before:
        if there[line.text]:
            there[line.text] -= 1
        else:
            gone.append(f"{line.path} ({line.role})" if line.path.endswith("]") else line.path)
    return tuple(gone)
