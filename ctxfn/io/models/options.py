"""What is decided about a client once, whoever's model it speaks to."""

from __future__ import annotations

import random
import time
from collections.abc import Awaitable, Callable, Mapping
from types import UnionType
from typing import Any, TypeAlias, cast, get_args

from attrs import Attribute, field, frozen

from ctxfn.errors import InvalidArgument, check_argument, shown
from ctxfn.io.models.patience import Patience, Retries
from ctxfn.io.models.thinking import ThinkingWords
from ctxfn.messages import Verbatim, freeze
from ctxfn.tokens import PLACES, Lifetime, Place
from ctxfn.turns.exchange import LineTold

__all__ = ["ClientOptions"]

_Named: TypeAlias = "Attribute[Any]"
_Check: TypeAlias = Callable[[object, _Named, object], None]


def _unheard(_line: LineTold) -> None:
    """Leave it at that: nobody listens."""


async def _sleep(seconds: float) -> None:
    import anyio

    await anyio.sleep(seconds)


def _extra(value: object) -> Verbatim | None:
    if value is None or isinstance(value, Verbatim):
        return value
    if not isinstance(value, Mapping):
        raise InvalidArgument("ClientOptions, extra", shown(value), "fields of a body, or None")
    return freeze(dict(value), "extra")


def _places(value: object) -> tuple[Place, ...]:
    found = tuple(value) if isinstance(value, tuple | list) else None
    if found is None or not all(one in PLACES for one in found):
        raise InvalidArgument("ClientOptions, breakpoints", shown(value), f"of {PLACES}")
    return cast("tuple[Place, ...]", found)


def _is(kind: type | UnionType, expected: str) -> _Check:
    def check(_instance: object, field: _Named, value: object) -> None:
        check_argument(f"ClientOptions, {field.name}", value, kind, expected)

    return check


def _in(*values: object) -> _Check:
    def check(_instance: object, field: _Named, value: object) -> None:
        if value not in values:
            listed = ", ".join(map(repr, values))
            raise InvalidArgument(f"ClientOptions, {field.name}", shown(value), f"one of {listed}")

    return check


def _callable(_instance: object, field: _Named, value: object) -> None:
    if not callable(value):
        raise InvalidArgument(f"ClientOptions, {field.name}", shown(value), "a function")


@frozen(kw_only=True)
class ClientOptions:
    """How a client asks, and how it waits.

    Examples:
        >>> ClientOptions(extra={"temperature": 0}).extra
        freeze({'temperature': 0})
    """

    #: Whether answers are streamed; some servers cannot.
    stream: bool = field(default=True, validator=_is(bool, "True or False"))
    #: Whether a stream is asked to tell what it took; a server that refuses is not asked again.
    ask_usage: bool = field(default=True, validator=_is(bool, "True or False"))
    #: The field that limits the answer; ``None``: the target's own.
    limit_key: str | None = field(default=None, validator=_is(str | None, "a field, or None"))
    #: In which words a level of thinking is said; ``None``: those of the target and the model.
    thinking: ThinkingWords | None = field(
        default=None, validator=_in(*get_args(ThinkingWords), None)
    )
    #: Fields that every body has, over all else: a temperature, what a gateway wants to know.
    extra: Verbatim | None = field(default=None, converter=_extra)
    #: Where requests are marked for the provider's cache, as `Policy.breakpoints`; and for how long.
    breakpoints: tuple[Place, ...] = field(default=(), converter=_places)
    head_lifetime: Lifetime = field(default="5m", validator=_in(*get_args(Lifetime)))
    message_lifetime: Lifetime = field(default="5m", validator=_in(*get_args(Lifetime)))
    #: How long is waited, and how often asked.
    patience: Patience = field(factory=Patience, validator=_is(Patience, "a Patience"))
    retries: Retries = field(factory=Retries, validator=_is(Retries, "Retries"))
    #: Who is told what is no answer: what was mended, asked again, cut.
    on_line: Callable[[LineTold], None] = field(default=_unheard, validator=_callable)
    #: The world: chance, waiting, and the time of day, by which a date to wait for is read.
    dice: Callable[[], float] = field(default=random.random, validator=_callable)
    sleep: Callable[[float], Awaitable[object]] = field(default=_sleep, validator=_callable)
    clock: Callable[[], float] = field(default=time.time, validator=_callable)
