"""How one learns that a connection ended by itself, and why."""

from __future__ import annotations

from collections.abc import Callable

__all__ = ["Ending"]


class Ending:
    """Is told of the end of a connection by whoever notices first, and hands it on at once.

    `hint` is what was last seen amiss, which need not have ended anything; `forgotten`: it was that
    nobody there knows the session.
    """

    def __init__(self) -> None:
        self.reason = ""
        self.hint = ""
        self.forgotten = False
        self._listener: Callable[[str], None] | None = None

    def tell(self, reason: str) -> None:
        """Say why it ended; what is said later is not heard."""
        if not self.reason:
            self.reason = reason
            if self._listener is not None:
                self._listener(reason)

    def listen(self, listener: Callable[[str], None]) -> None:
        """Have *listener* told, now if it has ended."""
        self._listener = listener
        if self.reason:
            listener(self.reason)
