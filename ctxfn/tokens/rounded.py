"""Rounded: products of tokens and shares as whole numbers, whatever their size."""

from __future__ import annotations

import math
from fractions import Fraction

from ctxfn.arguments import blames_arguments
from ctxfn.errors import InvalidArgument, shown

__all__ = ["is_finite", "rounded_down", "rounded_up"]


@blames_arguments
def rounded_down(number: float, *factors: float) -> int:
    """Return the product of *number* and *factors*, rounded down.

    Contract:
        As a float has it; what no float holds is exact.

    Complexity: O(factors).

    Source: ours; windows come from tables and files, where any number may stand.

    Raises:
        InvalidArgument: one of them is infinite or no number.

    Examples:
        >>> rounded_down(32_000, 0.7), rounded_down(8192, 0.15, 3.5)
        (22400, 4300)
        >>> rounded_down(10**400, 0.5) == 10**400 // 2
        True
    """
    return _floor("rounded_down", number, *factors)


@blames_arguments
def rounded_up(number: float, *factors: float) -> int:
    """Return the product of *number* and *factors*, rounded up.

    Contract:
        As `rounded_down`.

    Complexity: O(factors).

    Source: ours.

    Raises:
        InvalidArgument: one of them is infinite or no number.

    Examples:
        >>> rounded_up(101, 1.25), rounded_up(10**400, 1.5) == 10**400 * 3 // 2
        (127, True)
    """
    return -_floor("rounded_up", -1, number, *factors)


@blames_arguments
def is_finite(number: float) -> bool:
    """Say whether *number* is one: neither infinite nor ``nan``; of any size, if it is whole.

    Contract:
        `math.isfinite`, for whole numbers that no float holds too.

    Complexity: O(1).

    Source: ours; that function gives up on these.

    Examples:
        >>> is_finite(10**400), is_finite(float("nan")), is_finite(float("-inf"))
        (True, False, False)
    """
    return abs(number) < math.inf


def _floor(asked: str, *numbers: float) -> int:
    try:
        return math.floor(math.prod(numbers))
    except (OverflowError, ValueError):
        for number in numbers:
            if not is_finite(number):
                raise InvalidArgument(asked, shown(number), "finite numbers") from None
        return math.floor(math.prod(map(Fraction, numbers)))
