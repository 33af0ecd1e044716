"""What one run of decode carries along: how to keep values, and what was odd."""

from __future__ import annotations

from ctxfn.messages import Extras
from ctxfn.wire.codec import Loss
from ctxfn.wire.openai_chat.reader import Keep, is_no_number, json_text, name_of
from ctxfn.wire.openai_responses.written import CODEC

__all__ = ["Keep", "Reader", "Row"]


class Reader:
    """The state of one run; nothing of it outlives the run."""

    __slots__ = ("index", "keep", "path", "problems")

    def __init__(self, keep: Keep) -> None:
        self.keep = keep
        #: The message being read, and the place of its item in the body.
        self.index: int | None = None
        self.path = ""
        self.problems: list[Loss] = []

    def odd(self, path: str, reason: str) -> None:
        """Record that what stands at *path* of the item could not be read as it should."""
        dot = "." if path and self.path and not path.startswith("[") else ""
        self.problems.append(Loss(self.index, f"{self.path}{dot}{path}", reason))

    def extras(self, spare: dict[str, object]) -> Extras:
        """Keep the keys in *spare* for this codec."""
        return ((CODEC, self.keep(spare)),) if spare else ()

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
        if isinstance(value, str):
            self._taken.add(key)
            return value
        if value is None:
            self.null(key)
            return None
        number = isinstance(value, int | float) and not isinstance(value, bool)
        if number and not is_no_number(value):
            self._taken.add(key)
            self.reader.odd(self.place(key), f"found {name_of(value)}, read as text")
            return json_text(value)
        self.reader.odd(self.place(key), f"found {name_of(value)}, kept as it is")
        return None

    def needed(self, key: str, meaning: str) -> str:
        """Take the text under *key*; if there is none, that is odd, and read as *meaning*."""
        found = self.text(key)
        if found is not None:
            return found
        if self.value.get(key) is None:
            self.reader.odd(self.place(key), f"found nothing, read as {meaning}")
        self._taken.add(key)
        return ""

    def spare(self) -> dict[str, object]:
        """Return what nobody took."""
        return {key: one for key, one in self.value.items() if key not in self._taken}

    def extras(self) -> Extras:
        """Keep what nobody took."""
        return self.reader.extras(self.spare())
