"""What one run of decode carries along: how to keep values, what was odd, calls seen so far."""

from __future__ import annotations

from ctxfn.wire.gemini.pending import Pending
from ctxfn.wire.gemini.written import CODEC, Layout
from ctxfn.wire.problems import Problems
from ctxfn.wire.values import Keep

__all__ = ["Reader", "Row"]

Row = dict[str, object]


class Reader(Problems):
    """The state of one run, with the calls that wait for their results."""

    __slots__ = ("_layouts", "number", "pending")

    def __init__(self, keep: Keep) -> None:
        super().__init__(CODEC, keep)
        #: The number of the content that the message being read is in.
        self.number = 0
        self.pending = Pending()
        self._layouts: dict[Layout, Layout] = {}

    def shared(self, layout: Layout) -> Layout:
        """Return the one layout of this run with these keys."""
        return self._layouts.setdefault(layout, layout)
