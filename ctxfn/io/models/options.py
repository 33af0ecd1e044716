"""What is decided about a client once, whoever's model it speaks to."""

from __future__ import annotations

import random
import time
from collections.abc import Awaitable, Callable, Mapping

from attrs import field, frozen

from ctxfn.errors import InvalidArgument, shown
from ctxfn.io.models.patience import Patience, Retries
from ctxfn.io.models.thinking import ThinkingWords
from ctxfn.messages import Verbatim, freeze
from ctxfn.tokens import Lifetime, Place
from ctxfn.turns.exchange import LineTold

__all__ = ["ClientOptions"]


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


@frozen(kw_only=True)
class ClientOptions:
    """How a client asks, and how it waits.

    Examples:
        >>> ClientOptions(extra={"temperature": 0}).extra
        freeze({'temperature': 0})
    """

    #: Whether answers are streamed; some servers cannot.
    stream: bool = True
    #: Whether a stream is asked to tell what it took; a server that refuses is not asked again.
    ask_usage: bool = True
    #: The field that limits the answer; ``None``: the target's own.
    limit_key: str | None = None
    #: In which words a level of thinking is said; ``None``: those of the target and the model.
    thinking: ThinkingWords | None = None
    #: Fields that every body has, over all else: a temperature, what a gateway wants to know.
    extra: Verbatim | None = field(default=None, converter=_extra)
    #: Where requests are marked for the provider's cache, as `Policy.breakpoints`; and for how long.
    breakpoints: tuple[Place, ...] = field(default=(), converter=tuple)
    head_lifetime: Lifetime = "5m"
    message_lifetime: Lifetime = "5m"
    #: How long is waited, and how often asked.
    patience: Patience = field(factory=Patience)
    retries: Retries = field(factory=Retries)
    #: Who is told what is no answer: what was mended, asked again, cut.
    on_line: Callable[[LineTold], None] = _unheard
    #: The world: chance, waiting, and the time of day, by which a date to wait for is read.
    dice: Callable[[], float] = random.random
    sleep: Callable[[float], Awaitable[object]] = _sleep
    clock: Callable[[], float] = time.time
