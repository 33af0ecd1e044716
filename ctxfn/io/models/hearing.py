"""What listens to an answer, whichever protocol it comes in."""

from __future__ import annotations

import json
from collections.abc import Callable
from inspect import iscoroutinefunction
from typing import Protocol, TypeVar

from ctxfn.errors import InvalidArgument, check_argument, shown
from ctxfn.io.models.client import Delta
from ctxfn.io.models.errors import ModelFailure
from ctxfn.io.models.failing import hidden
from ctxfn.turns import Response
from ctxfn.turns.exchange import CallModel

__all__ = ["Hearing", "check_asked", "json_of", "number_in", "tell", "text_in"]

T = TypeVar("T")


class Hearing(Protocol):
    """An answer as far as it was heard.

    `finished`: it is whole. `ending` is the provider's word for why it ended; `untold` names what
    came and has no place in a `Response`.
    """

    finished: bool
    ending: str | None

    def take(self, name: str, data: str, /) -> tuple[Delta, ...]:
        """Take one event of a stream, and return what it says; raise `ModelFailure` if it is one."""
        ...

    def take_whole(self, body: object, /) -> tuple[Delta, ...]:
        """Take an answer that came in one piece."""
        ...

    def response(self, model: str, /) -> Response:
        """Return what was heard."""
        ...

    @property
    def untold(self) -> tuple[str, ...]:
        """What came and is in no field of the answer."""
        ...


def check_asked(request: object, hear: object) -> None:
    """Refuse what is no request, or nobody who hears.

    Raises:
        InvalidArgument: it is none.
    """
    check_argument("respond, the request", request, CallModel, "a CallModel")
    model = getattr(request, "model", None)
    check_argument("respond, the request, model", model, str, "the name of a model")
    expected = "a function that takes a delta, and is not awaited"
    check_argument("respond, hear", hear, Callable, expected)  # type: ignore[arg-type]
    if iscoroutinefunction(hear):
        raise InvalidArgument("respond, hear", shown(hear), expected)


def tell(provider: str, listener: Callable[[T], None], said: T) -> None:
    """Tell *listener* what was said.

    Raises:
        ModelFailure: it failed.
    """
    try:
        listener(said)
    except Exception as error:
        reason = hidden(f"{type(error).__name__}: {error}", ())
        raise ModelFailure("listener", provider, reason) from error


def json_of(provider: str, text: str | bytes) -> object:
    """Read what was sent as JSON.

    Raises:
        ModelFailure: it is none.
    """
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        raise ModelFailure("malformed", provider, "the answer holds what is no JSON") from None


def text_in(value: object, key: str) -> str:
    """Return the text under *key*; anything else is none."""
    found = value.get(key) if isinstance(value, dict) else None
    return found if isinstance(found, str) else ""


def number_in(value: object, key: str) -> int | None:
    """Return the whole number of 0 or more under *key*; anything else is none, as what nobody counts."""
    found = value.get(key) if isinstance(value, dict) else None
    is_number = isinstance(found, int) and not isinstance(found, bool) and 0 <= found < 2**53
    return found if is_number else None
