"""How one learns that a connection ended by itself, and why."""

from __future__ import annotations

import asyncio

__all__ = ["Ending"]


class Ending:
    """Is told of the end of a connection once, by whoever notices first."""

    def __init__(self) -> None:
        self._told = asyncio.Event()
        self.reason = ""

    def tell(self, reason: str) -> None:
        """Say why it ended; what is said later is not heard."""
        if not self._told.is_set():
            self.reason = reason
            self._told.set()

    async def wait(self) -> str:
        """Wait for the end, and say why it came."""
        await self._told.wait()
        return self.reason
