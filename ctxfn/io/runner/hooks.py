"""Hooks: functions that see, change or stop what passes at eight points of a turn."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from types import MappingProxyType
from typing import Final, Literal, TypeAlias, TypeVar, cast, get_args

from attrs import frozen

from ctxfn.errors import InvalidArgument, check_argument, shown
from ctxfn.io.runner.waiting import settled
from ctxfn.messages import Call
from ctxfn.turns import Input, Response
from ctxfn.turns.exchange import Listed, ReplyChecked, ResultSeen, Swallowed

__all__ = ["POINTS", "At", "Hook", "Hooks", "Point"]

#: Where hooks stand.
Point: TypeAlias = Literal[
    "input:before",
    "turn:before",
    "model:before",
    "model:after",
    "tool:before",
    "tool:after",
    "reply:before",
    "turn:after",
]

POINTS: Final[tuple[Point, ...]] = get_args(Point)


@frozen
class At:
    """Where a hook is called: of which turn, for which call, for which attempt at a reply.

    `dry_run`: nothing will be sent, somebody only wants to know what would be.
    """

    point: Point
    session: str
    turn: str | None = None
    key: str | None = None
    call: Call | None = None
    attempt: int = 0
    dry_run: bool = False


V = TypeVar("V")
_Came: TypeAlias = V | Swallowed | None
Hook: TypeAlias = Callable[[At, V], _Came[V] | Awaitable[_Came[V]]]

_KINDS: Final[Mapping[Point, type]] = MappingProxyType(
    {
        "input:before": Input,
        "turn:before": tuple,
        "model:before": Listed,
        "model:after": Response,
        "tool:before": Call,
        "tool:after": ResultSeen,
        "reply:before": ReplyChecked,
        "turn:after": str,
    }
)

_AnyHook: TypeAlias = Callable[[At, object], object]


class Hooks:
    """The hooks of an agent, in the order they were put in; a name puts its earlier one out."""

    def __init__(self) -> None:
        self._known: dict[Point, dict[str, _AnyHook]] = {point: {} for point in POINTS}

    def put(self, point: Point, name: str, hook: Callable[[At, V], object]) -> None:
        """Have *hook* called at *point*; one of the same name there is replaced, in its place."""
        _check_point("hook", point)
        check_argument("hook, name", name, str, "a name")
        if not callable(hook):
            raise InvalidArgument(f"hook {name!r}", shown(hook), "a function")
        self._known[point][name] = cast("_AnyHook", hook)

    def remove(self, point: Point, name: str) -> None:
        """Call the hook of this name no more."""
        _check_point("unhook", point)
        self._known[point].pop(name, None)

    def names(self, point: Point) -> tuple[str, ...]:
        """Which there are at *point*, in their order."""
        return tuple(self._known[point])

    async def passed(self, at: At, value: V) -> V | Swallowed:
        """Return what the hooks at this point make of *value*, one after the other.

        What a hook returns is what the next one is given; nothing means unchanged.

        Raises:
            InvalidArgument: a hook returned what does not belong there.
        """
        for name, hook in tuple(self._known[at.point].items()):
            came = await settled(hook(at, value))
            if isinstance(came, Swallowed):
                return came
            if came is None:
                continue
            if not isinstance(came, _KINDS[at.point]):
                expected = f"a {_KINDS[at.point].__name__}, Swallowed() or nothing"
                raise InvalidArgument(f"hook {name!r} at {at.point}", shown(came), expected)
            value = cast("V", came)
        return value


def _check_point(wanted: str, point: Point) -> None:
    if point not in POINTS:
        raise InvalidArgument(f"{wanted}, point", shown(point), " or ".join(POINTS))
