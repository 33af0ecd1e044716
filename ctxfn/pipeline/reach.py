"""How far a step looks: what may be remembered of it is read off this, never off its class."""

from __future__ import annotations

import types
from collections.abc import Callable, Sequence
from typing import Literal, TypeAlias, TypeVar, overload

from attrs import frozen

from ctxfn.context import AnyNote
from ctxfn.errors import check_argument
from ctxfn.messages import Messages
from ctxfn.pipeline.phase import AnyStep, Named

__all__ = ["EACH", "Reach", "Side", "idle_without", "reach_of", "separable"]

F = TypeVar("F", bound=Callable[..., object])

#: Makes of a step's notes on stretches, with places in the whole, its notes on the whole.
Together: TypeAlias = Callable[[Sequence[AnyNote]], Sequence[AnyNote]]

#: Where a step works: on each stretch of a conversation by itself, on the first alone, or on
#: the last alone.
Side = Literal["each", "start", "end"]


@frozen
class Reach:
    """The word of a step that it does to a conversation what it does to stretches of it.

    Stretches end before something a person says, where no call waits for its result, and name
    no id that another stretch names. With *side* ``each`` the step's answer is its answers to
    the stretches, one behind the other; with ``start`` and ``end`` all stretches but the first,
    or the last, are left alone.
    What a step tells about several stretches at once it cannot tell of each: unless *tells*,
    it sees the whole as soon as it has a note on any but the last. `together` makes of its notes
    on the stretches, one behind the other, those on the whole, if that takes more than one
    note on what it dropped. `decided` says of the first stretch (the last,
    for ``end``) that what the step looks for is there, `passed` of any other that it holds
    nothing the step would look at. With `unless`, a function of messages and the step's
    options, the step sees the whole where that says so of one of the stretches.
    """

    side: Side = "each"
    tells: bool = False
    together: Together | None = None
    decided: Callable[[Messages], bool] | None = None
    passed: Callable[[Messages], bool] | None = None
    unless: Callable[..., bool] | None = None


#: What looks at each message for itself, or at a call with its results.
EACH = Reach()


@overload
def separable(function: F, /) -> F: ...
@overload
def separable(
    *,
    tells: bool = ...,
    together: Together | None = ...,
    unless: Callable[..., bool] | None = ...,
) -> Callable[[F], F]: ...
def separable(
    function: F | None = None,
    /,
    *,
    tells: bool = False,
    together: Together | None = None,
    unless: Callable[..., bool] | None = None,
) -> F | Callable[[F], F]:
    """Declare that a function does to a conversation what it does to stretches of it.

    Stands under `@processor`. Then `incremental` asks it about what is new only. A step that looks
    back at whatever was said is not separable, and one that counts, or moves a border, neither.

    Contract:
        The function itself, with the word remembered on it: `Reach`. With *unless*, a function
        of messages and the step's options, it sees all messages where that says so. With
        *tells* its notes on the whole are those on each stretch, and with *together* what that
        makes of them; else it sees all messages as soon as it has a note on any stretch but
        the last.
        The word is checked by `ctxfn.testing.growing`.

    Complexity: O(1).

    Source: ours.

    Raises:
        InvalidArgument: it is no function.

    Examples:
        >>> from ctxfn.messages import Messages, reuse
        >>> from ctxfn.pipeline import processor, reach_of, separable
        >>> @processor
        ... @separable
        ... def twice(messages: Messages, /) -> Messages:
        ...     return reuse(messages, [node for node in messages for _ in range(2)])
        >>> reach_of(twice()).side
        'each'
    """
    reach = Reach(tells=tells or together is not None, together=together, unless=unless)

    def mark(marked: F) -> F:
        check_argument("separable", marked, types.FunctionType, "a function")
        marked.reach = reach  # type: ignore[attr-defined]
        return marked

    return mark if function is None else mark(function)


def idle_without(*kinds: type) -> Callable[[F], F]:
    """Declare that a function on contexts does nothing where none of these facts is known.

    Contract:
        The function itself, with the types remembered on it; without any of these facts it
        must return the very context it is given.

    Complexity: O(1).

    Source: ours.

    Raises:
        InvalidArgument: it is no function, or one of *kinds* is no type.

    Examples:
        >>> @idle_without(int)
        ... def count(context): return context
        >>> count.idle_without
        (<class 'int'>,)
    """
    for kind in kinds:
        check_argument("idle_without", kind, type, "the type of a fact")

    def mark(marked: F) -> F:
        check_argument("idle_without", marked, types.FunctionType, "a function")
        marked.idle_without = kinds  # type: ignore[attr-defined]
        return marked

    return mark


def reach_of(step: AnyStep) -> Reach | None:
    """Return how far *step* looks; nothing if it does not say.

    Contract:
        What the step declares, or else the processor that made it; a named step is the one inside.

    Complexity: O(1).

    Source: ours.

    Examples:
        >>> from ctxfn.pipeline import reach_of
        >>> from ctxfn.processors import drop_empty, keep_recent
        >>> reach_of(drop_empty()).side, reach_of(keep_recent(groups=2))
        ('each', None)
    """
    declared = _said_of(step, "reach")
    return declared if isinstance(declared, Reach) else None


def is_idle(step: AnyStep, known: frozenset[type]) -> bool:
    """Say whether *step* does nothing where facts of the types *known* are all there is."""
    wanted = _said_of(step, "idle_without")
    if isinstance(wanted, tuple) and wanted and known.isdisjoint(wanted):
        return True
    unless = _said_of(step, "idle_beside")
    return isinstance(unless, tuple) and not known.isdisjoint(unless)


def _said_of(step: AnyStep, what: str) -> object:
    if isinstance(step, Named):
        step = step.step
    said: object = getattr(step, what, None)
    return getattr(getattr(step, "factory", None), what, None) if said is None else said
