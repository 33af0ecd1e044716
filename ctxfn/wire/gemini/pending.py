"""The calls so far: what a result without an id answers. Reading and writing walk with one."""

from __future__ import annotations

from typing import NamedTuple

__all__ = ["Pending"]


class _Open(NamedTuple):
    id: str
    name: str
    bare: bool


class Pending:
    """The calls of a conversation up to one point, those without a result first of all.

    The format needs no ids: calls without one are numbered through, so that a message put
    between two others changes none of them.
    """

    __slots__ = ("_bare", "_batch", "_ended", "_insisted", "_names", "_older", "asked")

    def __init__(self) -> None:
        self.asked = 0
        self._batch: list[_Open] = []
        self._older: list[_Open] = []
        self._ended = False
        self._bare: set[str] = set()
        self._insisted: set[str] = set()
        self._names: dict[str, str] = {}

    @property
    def next_id(self) -> str:
        """The id that a call without one gets here; other APIs take it too."""
        return f"gemini_{self.asked}"

    def ask(self, call_id: str | None, name: str) -> str:
        """Take note of a call, and return its id."""
        if self._ended:
            self._older += self._batch
            self._batch = []
            self._ended = False
        found = self.next_id if call_id is None else call_id
        self._batch.append(_Open(found, name, call_id is None))
        self._names[found] = name
        if call_id is None:
            self._bare.add(found)
        else:
            self._bare.discard(found)
        self.asked += 1
        return found

    def end_batch(self) -> None:
        """Take note that somebody else speaks: the calls so far are one batch."""
        self._ended = True

    def name_of(self, call_id: str) -> str | None:
        """Return the name of the latest call with this id."""
        return self._names.get(call_id)

    def insist(self, call_id: str) -> None:
        """Take note that this id, made up in reading, had to be written: results say it too."""
        self._insisted.add(call_id)

    def is_insisted(self, call_id: str) -> bool:
        """Say whether a result must say this id."""
        return call_id in self._insisted

    def is_bare(self, call_id: str) -> bool:
        """Say whether the latest call with this id was written without it."""
        return call_id in self._bare

    def answered(self, name: str) -> str:
        """Return the id of the call that a result of *name* without an id answers, or no id.

        Contract:
            The first open call of that name: of the newest batch before older ones, and
            without an id of its own before one that has one.
        """
        for calls in (self._batch, self._older):
            named = [one for one in calls if one.name == name]
            for one in named:
                if one.bare:
                    return one.id
            if named:
                return named[0].id
        return ""

    def close(self, call_id: str) -> None:
        """Take note that the call has its result."""
        for calls in (self._batch, self._older):
            for place, one in enumerate(calls):
                if one.id == call_id:
                    del calls[place]
                    return
