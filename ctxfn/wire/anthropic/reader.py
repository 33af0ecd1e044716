"""What one run of decode carries along: how to keep values, what was odd, layouts seen before."""

from __future__ import annotations

from ctxfn.messages import Extras
from ctxfn.wire.anthropic.written import CODEC, Layout
from ctxfn.wire.codec import Loss
from ctxfn.wire.openai_chat.reader import Keep, is_no_number, json_text, name_of

__all__ = ["Reader", "Row"]

Row = dict[str, object]


class Reader:
    """The state of one run; nothing of it outlives the run."""

    __slots__ = ("_layouts", "index", "keep", "problems")

    def __init__(self, keep: Keep) -> None:
        self.keep = keep
        self.index: int | None = None
        self.problems: list[Loss] = []
        self._layouts: dict[Layout, Layout] = {}

    def odd(self, path: str, reason: str) -> None:
        """Record that what stands at *path* could not be read as it should."""
        self.problems.append(Loss(self.index, path, reason))

    def layout(self, kind: str, outer: Row, inner: Row | None = None) -> Layout:
        """Return the one layout of this run with these keys."""
        layout = Layout(kind, tuple(outer), None if inner is None else tuple(inner))
        return self._layouts.setdefault(layout, layout)

    def extras(self, spare: Row) -> Extras:
        """Keep the keys in *spare* for this codec."""
        return ((CODEC, self.keep(spare)),) if spare else ()

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
