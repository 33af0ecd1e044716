"""What one run of decode carries along: how to keep values, and what was odd."""

from __future__ import annotations

from typing import Final

from ctxfn.messages import Extras
from ctxfn.wire.openai_responses.written import CODEC
from ctxfn.wire.problems import Problems
from ctxfn.wire.values import Keep, is_no_number, json_text, name_of

__all__ = ["Keep", "Reader", "Row"]


#: Whole numbers that Python does not write as text unless told to.
_TOO_LONG: Final = 10**4300


class Reader(Problems):
    """The state of one run; it knows where the item stands that is being read."""

    __slots__ = ("path",)

    def __init__(self, keep: Keep) -> None:
        super().__init__(CODEC, keep)
        #: The place of the item in the body.
        self.path = ""

    def odd(self, path: str, reason: str) -> None:
        """Record that what stands at *path* of the item could not be read as it should."""
        dot = "." if path and self.path and not path.startswith("[") else ""
        super().odd(f"{self.path}{dot}{path}", reason)

    def json(self, value: object) -> str:
        """Write *value* as the compact text of its JSON."""
        return json_text(value if is_no_number(value) else self.keep(value).thaw())


class Row:
    """An object being read: each key is taken once, what is left is spare."""

    __slots__ = ("_taken", "keys", "nulls", "path", "reader", "value")

    def __init__(self, value: dict[str, object], path: str, reader: Reader) -> None:
        self.value = value
        self.keys = tuple(value)
        self.path = path
        self.reader = reader
        self.nulls: tuple[str, ...] = ()
        self._taken: set[str] = set()

    def place(self, key: str) -> str:
        """Name the place of *key* within the item."""
        return f"{self.path}.{key}" if self.path else key

    def take(self, key: str) -> object:
        """Take the value under *key*, whatever it is."""
        self._taken.add(key)
        return self.value.get(key)

    def null(self, key: str) -> None:
        """Remember that ``null`` stands under *key*, if it does."""
        if key in self.value and self.value[key] is None:
            self._taken.add(key)
            self.nulls += (key,)

    def text(self, key: str) -> str | None:
        """Take the text under *key*; what is none stays spare, a number is read as its digits."""
        value = self.value.get(key)
        if value is None:
            self.null(key)
            return None
        found = self._text_of(value, key)
        if found is None:
            self.reader.odd(self.place(key), f"found {name_of(value)}, kept as it is")
        else:
            self._taken.add(key)
        return found

    def needed(self, key: str, meaning: str) -> str:
        """Take the text under *key*; if there is none, that is odd, and read as *meaning*."""
        value = self.take(key)
        found = None if value is None else self._text_of(value, key)
        if found is None:
            said = "nothing" if value is None else name_of(value)
            self.reader.odd(self.place(key), f"found {said}, read as {meaning}")
        return found or ""

    def _text_of(self, value: object, key: str) -> str | None:
        if isinstance(value, str):
            return value
        if not isinstance(value, int | float) or isinstance(value, bool):
            return None
        if is_no_number(value) or abs(value) >= _TOO_LONG:
            return None
        self.reader.odd(self.place(key), f"found {name_of(value)}, read as text")
        return json_text(value)

    def spare(self) -> dict[str, object]:
        """Return what nobody took."""
        return {key: one for key, one in self.value.items() if key not in self._taken}

    def extras(self) -> Extras:
        """Keep what nobody took."""
        return self.reader.extras(self.spare())
