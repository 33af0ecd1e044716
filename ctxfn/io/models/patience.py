"""How long to wait for an answer, and how often to ask for it."""

from __future__ import annotations

import sys
from collections.abc import Callable

from attrs import field, frozen

from ctxfn.errors import InvalidArgument, check_argument, shown

__all__ = ["Patience", "Retries"]


def _is_number(value: object) -> bool:
    """Whether it is a number of 0 or more, and none that a float has no place for."""
    return type(value) in (int, float) and 0 <= value <= sys.float_info.max  # type: ignore[operator]


def _seconds(instance: object, attribute: object, value: object) -> None:
    named = f"{type(instance).__name__}, {getattr(attribute, 'name', '')}"
    if value is not None and not (_is_number(value) and value != 0):
        raise InvalidArgument(named, shown(value), "seconds, more than 0, or None for no limit")


def _amount(instance: object, attribute: object, value: object) -> None:
    named = f"{type(instance).__name__}, {getattr(attribute, 'name', '')}"
    if not _is_number(value):
        raise InvalidArgument(named, shown(value), "a number of 0 or more")


def _flag(_instance: object, _attribute: object, value: object) -> None:
    check_argument("Retries, restart", value, bool, "True or False")


def _attempts(_instance: object, _attribute: object, value: object) -> None:
    if not isinstance(value, int) or isinstance(value, bool) or value < 1:
        raise InvalidArgument("Retries, attempts", shown(value), "a whole number of 1 or more")


@frozen(kw_only=True)
class Patience:
    """Seconds to wait for each thing; ``None`` waits for ever.

    `first`: until the first byte of an answer; `idle`: between two of its chunks; `ending`: for what
    may follow once the answer is whole, which it does not fail for. `total` is for all attempts
    and the pauses between them.

    Examples:
        >>> Patience(idle=0)
        Traceback (most recent call last):
        ...
        ctxfn.errors.InvalidArgument: Patience, idle: found 0, expected seconds, more than 0, or None \
for no limit
    """

    connect: float | None = field(default=10.0, validator=_seconds)
    first: float | None = field(default=120.0, validator=_seconds)
    idle: float | None = field(default=60.0, validator=_seconds)
    ending: float | None = field(default=5.0, validator=_seconds)
    total: float | None = field(default=600.0, validator=_seconds)


@frozen(kw_only=True)
class Retries:
    """How often a request is made, and the pauses between.

    A pause is `pause` seconds, then `factor` times as many, up to `longest`; by chance up to a share
    of `jitter` is taken off, so that many clients do not come back at once. What the server asks
    for with ``Retry-After`` is waited instead, up to `longest_asked`. Once something was heard
    nothing is asked again, but for `restart`: then the answer begins anew, and is told to.

    Examples:
        >>> [Retries(jitter=0).pause_before(number, lambda: 0.5) for number in (1, 2, 3)]
        [0.5, 1.0, 2.0]
        >>> Retries().pause_before(1, lambda: 0.5, asked=7)
        7.0
    """

    attempts: int = field(default=4, validator=_attempts)
    pause: float = field(default=0.5, validator=_amount)
    factor: float = field(default=2.0, validator=_amount)
    longest: float = field(default=30.0, validator=_amount)
    jitter: float = field(default=0.25, validator=_amount)
    longest_asked: float = field(default=60.0, validator=_amount)
    restart: bool = field(default=False, validator=_flag)

    def pause_before(
        self, number: int, dice: Callable[[], float], asked: float | None = None
    ) -> float:
        """Return the seconds before the attempt behind attempt *number*."""
        if asked is not None:
            return float(min(asked, self.longest_asked))
        grown = self.pause
        for _ in range(number - 1):
            grown = min(grown * self.factor, self.longest)
        return max(0.0, min(grown, self.longest) * (1 - self.jitter * dice()))
