"""Formulas: how vendors count an image, each a record and a pure function of its size."""

from __future__ import annotations

import math
from fractions import Fraction
from typing import Literal, TypeAlias, assert_never

from attrs import frozen

from ctxfn.arguments import blames_arguments

from .dimensions import Size

__all__ = ["Detail", "Flat", "Formula", "Levels", "Patches", "Rows", "Squares", "Tiles", "cost_of"]

#: The names of OpenAI (low, high, original, auto) and of Gemini (medium, ultra_high).
Detail: TypeAlias = Literal["auto", "low", "medium", "high", "ultra_high", "original"]


@frozen
class Flat:
    """The same for every image."""

    tokens: int


@frozen
class Tiles:
    """OpenAI's tiles: fit into a square, shorten the short side, count tiles; low is the start."""

    start: int
    each: int
    box: int = 2_048
    short_side: int = 768
    tile: int = 512


@frozen
class Patches:
    """OpenAI's patches: shrink until few enough cover the image, times the model's factor.

    `detail` gives, by name, the longest side and the number of patches allowed.
    """

    factor: Fraction
    detail: tuple[tuple[Detail, int | None, int], ...]
    patch: int = 32


@frozen
class Squares:
    """Anthropic's patches: the largest size, proportions kept, within a side and a number."""

    longest_side: int
    most: int
    patch: int = 28


@frozen
class Levels:
    """Gemini: tokens by level of detail; None stands for tiles by size.

    A tile is two thirds of the short side, within `tile`.
    """

    tokens: tuple[tuple[Detail, int | None], ...]
    small: int = 384
    box: int = 3_072
    tile: tuple[int, int] = (256, 768)
    each: int = 258


@frozen
class Rows:
    """Mistral's patches: shrink to a side, then patches and one token more a row."""

    longest_side: int
    patch: int


Formula: TypeAlias = Flat | Tiles | Patches | Squares | Levels | Rows


@blames_arguments
def cost_of(formula: Formula, size: Size, /, *, detail: Detail = "auto") -> int:
    """Return the tokens of one image of *size* by *formula*.

    Contract:
        At least one. A detail that the formula does not know counts as ``auto``;
        a side below one pixel as one.

    Complexity: O(1); O(log longest side) for `Squares`.

    Source: with the data, in `rates`.

    Examples:
        >>> cost_of(Tiles(85, 170), Size(1024, 1024))
        765
        >>> cost_of(Tiles(85, 170), Size(4096, 8192), detail="low")
        85
        >>> cost_of(Squares(1568, 1568), Size(1000, 1000))
        1296
    """
    size = Size(max(size.width, 1), max(size.height, 1))
    match formula:
        case Flat(tokens):
            return tokens
        case Tiles():
            return _tiles(formula, size, detail)
        case Patches():
            return _patches(formula, size, detail)
        case Squares():
            return _squares(formula, size)
        case Levels():
            return _levels(formula, size, detail)
        case Rows(longest_side, patch):
            wide, high = _fit(size, longest_side)
            return (math.ceil(wide / patch) + 1) * math.ceil(high / patch)
        case _:
            assert_never(formula)


def _fit(size: Size, longest: int | None) -> tuple[Fraction, Fraction]:
    """Shrink, never enlarge, to a longest side; fractions, since borders matter."""
    side = max(size.width, size.height)
    ratio = Fraction(min(longest or side, side), side)
    return size.width * ratio, size.height * ratio


def _tiles(formula: Tiles, size: Size, detail: Detail) -> int:
    if detail == "low":
        return formula.start
    wide, high = _fit(size, formula.box)
    ratio = min(Fraction(1), Fraction(formula.short_side) / min(wide, high))
    across = math.ceil(wide * ratio / formula.tile)
    down = math.ceil(high * ratio / formula.tile)
    return formula.start + formula.each * across * down


def _patches(formula: Patches, size: Size, detail: Detail) -> int:
    allowed = {name: (longest, most) for name, longest, most in formula.detail}
    longest, most = allowed.get(detail, allowed["auto"])
    wide, high = (float(side) / formula.patch for side in _fit(size, longest))
    count = math.ceil(wide) * math.ceil(high)
    if count > most:
        count = _shrunk(wide, high, most)
    return math.ceil(count * formula.factor)


def _shrunk(wide: float, high: float, most: int) -> int:
    """Shrink by area, then a little more so that one side ends on a whole patch."""
    ratio = math.sqrt(most / (wide * high))
    across, down = wide * ratio, high * ratio
    if min(across, down) < 1:  # a strip: one row of patches
        return most
    ratio = min(math.floor(across) / across, math.floor(down) / down)
    # Rounded first: a side that was made whole may come out a hair above it.
    return math.ceil(round(across * ratio, 6)) * math.ceil(round(down * ratio, 6))


def _squares(formula: Squares, size: Size) -> int:
    longer, shorter = max(size.width, size.height), min(size.width, size.height)

    def cost(side: int) -> int:
        other = max(side * shorter // longer, 1)
        return math.ceil(side / formula.patch) * math.ceil(other / formula.patch)

    low, high = 1, min(longer, formula.longest_side)
    while low < high:
        middle = (low + high + 1) // 2
        low, high = (middle, high) if cost(middle) <= formula.most else (low, middle - 1)
    return cost(low)


def _levels(formula: Levels, size: Size, detail: Detail) -> int:
    by_level = dict(formula.tokens)
    tokens = by_level[detail if detail in by_level else "auto"]
    if tokens is not None:
        return tokens
    if max(size.width, size.height) <= formula.small:
        return formula.each
    sides = _fit(size, formula.box)
    least, most = formula.tile
    tile = min(max(math.floor(min(sides) / Fraction("1.5")), least), most)
    across, down = (math.ceil(side / tile) for side in sides)
    return formula.each * across * down
