"""Bodies of errors, read as far as anybody looks at them: SDKs read them to the end, if there is one."""

from __future__ import annotations

from collections.abc import AsyncIterator
from importlib import import_module
from typing import Any, Final

__all__ = ["shorten_error"]

#: Bytes as they come; unpacked they may be some hundred times as many.
_MOST: Final = 1 << 16


async def shorten_error(response: Any, /) -> None:
    """Let the body of *response* end early, if it is that of an error: a hook of the SDKs' clients."""
    if response.status_code < 400:
        return
    # Older SDKs stand upon httpx, newer ones upon httpx2: which one, the response knows.
    net: Any = import_module(type(response).__module__.partition(".")[0])
    whole = response.stream

    class Beginning(net.AsyncByteStream):  # type: ignore[misc]
        async def __aiter__(self) -> AsyncIterator[bytes]:
            left = _MOST
            async for chunk in whole:
                yield chunk[:left]
                left -= len(chunk)
                if left <= 0:
                    return

        async def aclose(self) -> None:
            await whole.aclose()

    response.stream = Beginning()
