"""What one run of decode carries along: how to keep values, what was odd, calls seen so far."""

from __future__ import annotations

from ctxfn.messages import Extras
from ctxfn.wire.codec import Loss
from ctxfn.wire.gemini.pending import Pending
from ctxfn.wire.gemini.written import CODEC, Layout
from ctxfn.wire.openai_chat.reader import Keep

__all__ = ["Reader", "Row"]

Row = dict[str, object]


class Reader:
    """The state of one run; nothing of it outlives the run."""

    __slots__ = ("_layouts", "index", "keep", "number", "pending", "problems")

    def __init__(self, keep: Keep) -> None:
        self.keep = keep
        #: The index of the message being read, and the number of the content it is in.
        self.index: int | None = None
        self.number = 0
        self.pending = Pending()
        self.problems: list[Loss] = []
        self._layouts: dict[Layout, Layout] = {}

    def odd(self, path: str, reason: str) -> None:
        """Record that what stands at *path* could not be read as it should."""
        self.problems.append(Loss(self.index, path, reason))

    def shared(self, layout: Layout) -> Layout:
        """Return the one layout of this run with these keys."""
        return self._layouts.setdefault(layout, layout)

    def extras(self, spare: Row) -> Extras:
        """Keep the keys in *spare* for this codec."""
        return ((CODEC, self.keep(spare)),) if spare else ()
