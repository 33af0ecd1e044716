"""Steps that place blocks stand in front of the one that writes them, in every pipeline."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeVar

from ctxfn.errors import InvalidArgument, check_argument, shown
from ctxfn.pipeline.errors import OrderError
from ctxfn.pipeline.phase import AnyStep, name_of

__all__ = ["check_blocks", "places_blocks", "unwritten_by", "writes_blocks"]

F = TypeVar("F", bound=Callable[..., object])

_FUNCTION = "a function written in Python"
_BECAUSE = "what is injected behind it is never written"


def places_blocks(function: F) -> F:
    """Declare that a function injects blocks; stands under `@processor` or `@each_message`.

    Contract:
        The function itself, and pipelines know it by this.

    Complexity: O(1).

    Source: ours.

    Raises:
        InvalidArgument: *function* is none, or one that takes no attributes.

    Examples:
        >>> @places_blocks
        ... def greet(context): return context
        >>> greet.places_blocks
        True
    """
    return _declared(function, "places_blocks")


def writes_blocks(function: F) -> F:
    """Declare that a function writes as text the blocks that were injected.

    Contract:
        As `places_blocks`.

    Complexity: O(1).

    Source: ours.

    Raises:
        InvalidArgument: as `places_blocks`.

    Examples:
        >>> @writes_blocks
        ... def render(context): return context
        >>> render.writes_blocks
        True
    """
    return _declared(function, "writes_blocks")


def _declared(function: F, name: str) -> F:
    check_argument(f"what {name} declares", function, Callable, _FUNCTION)  # type: ignore[arg-type]
    try:
        setattr(function, name, True)
    except (AttributeError, TypeError) as error:
        raise InvalidArgument(f"what {name} declares", shown(function), _FUNCTION) from error
    return function


def check_blocks(steps: Sequence[AnyStep]) -> None:
    """Refuse a list of *steps* in which blocks are placed behind the last step that writes them.

    Contract:
        A list in which nobody writes blocks is left alone: whoever runs it may do that later.

    Complexity: O(steps).

    Source: ours; a block that nobody writes is text that the model never sees.

    Raises:
        OrderError: naming the writer and the step behind it.

    Examples:
        >>> @places_blocks
        ... def greet(context): return context
        >>> @writes_blocks
        ... def render(context): return context
        >>> check_blocks((greet, render))
        >>> check_blocks((render, greet))
        Traceback (most recent call last):
        ...
        ctxfn.pipeline.errors.OrderError: render is listed before greet but must follow it: \
what is injected behind it is never written. Move render down, or drop the rule.
    """
    placed: AnyStep | None = None
    for step in reversed(steps):
        if _declares(step, "writes_blocks"):
            if placed is not None:
                raise OrderError(name_of(step), name_of(placed), _BECAUSE)
            return
        if _declares(step, "places_blocks"):
            placed = step


def unwritten_by(steps: Sequence[AnyStep]) -> tuple[str, ...]:
    """Name the *steps* that place blocks, if there is none that writes them; else nobody.

    Complexity: O(steps).
    """
    if any(_declares(step, "writes_blocks") for step in steps):
        return ()
    return tuple(name_of(step) for step in steps if _declares(step, "places_blocks"))


def _declares(step: AnyStep, what: str) -> bool:
    declared = getattr(step, what, None)
    return (
        getattr(getattr(step, "factory", None), what, False) if declared is None else declared
    ) is True
