"""When to spoil a provider's prompt cache: once it is cold, or if that pays soon."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Final

from annotated_types import Ge
from attrs import frozen

from ctxfn.messages import Node, is_said, last_said
from ctxfn.pipeline import check_record

__all__ = ["CACHE_PRICES", "CacheGate", "CachePrices", "Moment", "last_border", "moments_of"]


@frozen
class CachePrices:
    """What cached input costs, as a share of plain input, and how long the cache lives."""

    read: Annotated[float, Ge(0)] = 0.1
    write: Annotated[float, Ge(0)] = 1.25
    lifetime_ms: Annotated[int, Ge(0)] = 300_000

    __attrs_post_init__ = check_record


#: By provider.
CACHE_PRICES: Final[tuple[tuple[str, CachePrices], ...]] = (
    ("anthropic", CachePrices()),
    ("bedrock", CachePrices()),
    ("deepseek", CachePrices(0.25, 1, 3_600_000)),
    ("google", CachePrices(0.25, 1)),
    ("openai", CachePrices(0.5, 1)),
)


@frozen
class Moment:
    """A request that was sent: up to the message at `place`, with all before `border` old.

    `gap_ms` since the message before it; ``None``: nobody knows, and the cache counts as cold.
    """

    place: int
    border: int
    gap_ms: float | None


@frozen
class CacheGate:
    """Decides at each moment whether the border moves. `steps`: requests that will still come."""

    prices: CachePrices
    steps: int
    margin: float

    def is_warm(self, moment: Moment) -> bool:
        """Say whether the cache of the request before *moment* still lives."""
        return moment.gap_ms is not None and moment.gap_ms <= self.prices.lifetime_ms

    def pays(self, saved: int, prefix: int) -> bool:
        """Say whether *saved* characters are worth writing the rest of *prefix* anew."""
        gain = self.steps * saved * self.prices.read
        cost = (prefix - saved) * self.prices.write - prefix * self.prices.read
        return gain > cost * self.margin


def last_border(messages: Sequence[Node], keep: int, every: int) -> int:
    """Return the border of the last of `moments_of`.

    Complexity: O(messages behind the last thing a person said).
    """
    found = last_said(messages)
    return _moment(len(messages) - 1 if found is None else found.place, keep, every, None).border


def moments_of(messages: Sequence[Node], keep: int, every: int) -> list[Moment]:
    """List the requests that *messages* tell of: one for each thing a person said.

    Contract:
        All but the last *keep* messages up to that place are old, by whole multiples of
        *every*. If nobody said anything, there is one moment, at the end, and it is cold.

    Complexity: O(messages).
    """
    said = [place for place, node in enumerate(messages) if is_said(node)]
    if not said:
        return [_moment(len(messages) - 1, keep, every, None)]
    return [_moment(place, keep, every, _gap(messages, place)) for place in said]


def _moment(place: int, keep: int, every: int, gap: float | None) -> Moment:
    border = max(place + 1 - keep, 0)
    return Moment(place, border - border % every, gap)


def _gap(messages: Sequence[Node], place: int) -> float | None:
    if place == 0:
        return None
    now, before = (messages[one].origin.created_ms for one in (place, place - 1))
    return None if now is None or before is None else now - before
