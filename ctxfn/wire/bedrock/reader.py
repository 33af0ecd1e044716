"""What one run of decode carries along: how to keep values, what was odd, layouts seen before."""

from __future__ import annotations

from ctxfn.wire.bedrock.written import CODEC, Layout
from ctxfn.wire.problems import Problems
from ctxfn.wire.values import Keep

__all__ = ["Reader", "Row", "others"]

Row = dict[str, object]


class Reader(Problems):
    """The state of one run, with the layouts seen in it."""

    __slots__ = ("_layouts",)

    def __init__(self, keep: Keep) -> None:
        super().__init__(CODEC, keep)
        self._layouts: dict[Layout, Layout] = {}

    def shared(self, layout: Layout) -> Layout:
        """Return the one layout of this run with these keys."""
        return self._layouts.setdefault(layout, layout)


def others(value: Row, *known: str) -> Row:
    """Return what *value* has under other keys than the *known* ones."""
    return {key: one for key, one in value.items() if key not in known}
