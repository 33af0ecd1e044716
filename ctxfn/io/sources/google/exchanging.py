"""Carry what google-auth asks for when it makes a token, over httpx."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from typing import Any, Final

import httpx
from attrs import frozen
from google.auth.exceptions import TransportError

from ctxfn.io.sources.limits import Limits
from ctxfn.io.sources.net.api import trusted

__all__ = ["exchange"]

_MOST: Final = 1_000_000


@frozen
class _Came:
    status: int
    headers: Mapping[str, str]
    data: bytes


def exchange(limits: Limits) -> Callable[..., _Came]:
    """Make the function that google-auth sends through."""

    def send(
        url: str,
        method: str = "GET",
        body: bytes | None = None,
        headers: Mapping[str, str] | None = None,
        timeout: float | None = None,  # noqa: ARG001
        **_more: Any,
    ) -> _Came:
        end = time.monotonic() + limits.seconds
        try:
            with (
                httpx.Client(verify=trusted(), timeout=limits.seconds, trust_env=False) as client,
                client.stream(
                    method,
                    url,
                    content=body,
                    headers={**(headers or {}), "Accept-Encoding": "identity"},
                ) as response,
            ):
                data = bytearray()
                for piece in response.iter_raw():
                    data += piece
                    if len(data) > _MOST or time.monotonic() > end:
                        raise _broken("the answer is too long, or takes too long")
                return _Came(response.status_code, dict(response.headers), bytes(data))
        except httpx.HTTPError as error:
            raise _broken(str(error)[:160] or type(error).__name__) from None

    return send


def _broken(reason: str) -> TransportError:
    made: Any = TransportError
    return made(reason)  # type: ignore[no-any-return]
