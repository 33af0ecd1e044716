"""Limits for a session, for a check that runs again and again: what breaks them, and by whom."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

from attrs import frozen

from ctxfn.arguments import blames_arguments

from .cache_session import CacheReport, CacheTurn
from .errors import UnclearLimit

__all__ = ["CacheLimits", "LimitBroken", "limits_broken"]


@frozen(kw_only=True)
class CacheLimits:
    """What a session has to keep; ``None``: nothing.

    `max_tokens` and `max_injected` (a share) hold for each request, `min_hit` for the mean
    share that is read from the cache.

    Raises:
        UnclearLimit: one is no number of tokens, or no share.
    """

    max_tokens: int | None = None
    min_hit: float | None = None
    max_injected: float | None = None

    def __attrs_post_init__(self) -> None:
        most = self.max_tokens
        if most is not None and (type(most) is not int or most < 0):
            raise UnclearLimit("max_tokens", most, "a whole number of tokens, 0 or more, or None")
        for name, share in (("min_hit", self.min_hit), ("max_injected", self.max_injected)):
            if share is not None and not _is_share(share):
                raise UnclearLimit(name, share, "a share from 0 to 1, or None")


def _is_share(value: object) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool) and 0 <= value <= 1


@frozen
class LimitBroken:
    """A limit that a session breaks, what was found, at which turn most, and the culprit."""

    limit: Literal["max_tokens", "min_hit", "max_injected"]
    allowed: float
    found: float
    turn: int
    culprit: str


@blames_arguments
def limits_broken(report: CacheReport, limits: CacheLimits, /) -> tuple[LimitBroken, ...]:
    """Return each of *limits* that *report* breaks.

    Contract:
        The turn is the worst one. The culprit of tokens is the largest line; of what is
        injected, the line with most of it; of a low share, who broke most of it: the blame
        behind the most tokens that could have been read and were not.

    Complexity: O(turns).

    Source: ours.

    Examples:
        >>> from ctxfn.tokens import simulate_cache
        >>> asked = [[{"role": "system", "content": f"It is {at}:00."}] for at in (9, 10)]
        >>> for broken in limits_broken(simulate_cache(asked), CacheLimits(min_hit=0.95)):
        ...     print(broken.limit, broken.turn, broken.culprit)
        min_hit 1 system: 1 message edited
    """
    return tuple(_broken(report, limits))


def _broken(report: CacheReport, limits: CacheLimits) -> Iterator[LimitBroken]:
    most = report.most
    if most is None:
        return
    if limits.max_tokens is not None and most.tokens > limits.max_tokens:
        largest = most.largest or "nothing"
        yield LimitBroken("max_tokens", limits.max_tokens, most.tokens, most.number, largest)
    if limits.min_hit is not None and report.mean_share < limits.min_hit:
        turn, culprit = _who_missed(report)
        yield LimitBroken("min_hit", limits.min_hit, report.mean_share, turn, culprit)
    worst = max(report.turns, key=lambda turn: turn.injected_share)
    if limits.max_injected is not None and worst.injected_share > limits.max_injected:
        named = worst.most_injected or "nothing"
        yield LimitBroken(
            "max_injected", limits.max_injected, worst.injected_share, worst.number, named
        )


def _who_missed(report: CacheReport) -> tuple[int, str]:
    missed: dict[str, int] = {}
    worst: dict[str, CacheTurn] = {}
    for turn in report.turns:
        if turn.prefix is None:
            continue
        blame = turn.prefix.blame
        name = "new at each turn" if blame is None else str(blame)
        # What is new could not be read; what was sent before could.
        lost = min(turn.prefix.earlier_tokens, turn.written) - turn.prefix.read
        missed[name] = missed.get(name, 0) + lost
        if name not in worst or turn.share < worst[name].share:
            worst[name] = turn
    name = max(missed, key=lambda one: missed[one])
    return worst[name].number, name
