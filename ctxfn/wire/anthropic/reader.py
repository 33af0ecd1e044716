"""What one run of decode carries along: how to keep values, what was odd, layouts seen before."""

from __future__ import annotations

from ctxfn.messages import Extras
from ctxfn.wire.anthropic.written import CODEC, Layout
from ctxfn.wire.problems import Problems
from ctxfn.wire.values import Keep, is_no_number, json_text, name_of

__all__ = ["Reader", "Row"]

Row = dict[str, object]


class Reader(Problems):
    """The state of one run, with the layouts seen in it."""

    __slots__ = ("_layouts",)

    def __init__(self, keep: Keep) -> None:
        super().__init__(CODEC, keep)
        self._layouts: dict[Layout, Layout] = {}

    def layout(self, kind: str, outer: Row, inner: Row | None = None) -> Layout:
        """Return the one layout of this run with these keys."""
        layout = Layout(kind, tuple(outer), None if inner is None else tuple(inner))
        return self._layouts.setdefault(layout, layout)

    def spare(self, value: Row, *known: str) -> Extras:
        """Keep the keys of *value* that are not *known*."""
        if len(value) <= len(known) and all(key in known for key in value):
            return ()
        return self.extras({key: one for key, one in value.items() if key not in known})

    def text(self, value: object, path: str, otherwise: str) -> str:
        """Read a text; a number is read as its digits, anything else as what *otherwise* names."""
        if isinstance(value, str):
            return value
        number = isinstance(value, int | float) and not isinstance(value, bool)
        if number and not is_no_number(value):
            self.odd(path, f"found {name_of(value)}, read as text")
            return json_text(value)
        self.odd(path, f"found {'nothing' if value is None else name_of(value)}, {otherwise}")
        return ""
