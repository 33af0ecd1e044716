"""Calls of a Chat Completions answer, put together from pieces that providers number differently."""

from __future__ import annotations

import json
from typing import Final

from ctxfn.io.models.client import CallDelta
from ctxfn.io.models.hearing import text_in
from ctxfn.io.models.spoken import WholeCharacters

__all__ = ["CallPieces"]

_Row = dict[str, object]

#: No tool is called so; a name that has no end is not put together any further.
_LONGEST_NAME: Final = 1_000


class _CallSoFar:
    def __init__(self, place: int) -> None:
        self.place = place
        self.id = ""
        self.name = ""
        self.kind = "function"
        self.arguments: list[str] = []
        self.beside: _Row = {}
        self.whole = WholeCharacters()

    def take(self, piece: _Row) -> CallDelta:
        """Take one piece in: what is null or repeated says nothing new."""
        if isinstance(piece.get("custom"), dict):
            self.kind = "custom"
        inner = piece.get(self.kind)
        said = inner if isinstance(inner, dict) else {}
        self.id = self.id or text_in(piece, "id")
        name = text_in(said, "name")
        if name and name != self.name and not self.arguments and len(self.name) < _LONGEST_NAME:
            self.name += name
        more = said.get("input" if self.kind == "custom" else "arguments")
        if isinstance(
            more, dict | list
        ):  # some servers give an object where the text of one belongs
            more = json.dumps(more, ensure_ascii=False, separators=(",", ":"))
        words = self.whole.take(more) if isinstance(more, str) else ""
        if words:
            self.arguments.append(words)
        known = ("id", "index", "type", "function", "custom")
        self.beside |= {key: one for key, one in piece.items() if key not in known and one}
        return CallDelta(self.place, self.name, words)

    def row(self) -> _Row:
        inner = "input" if self.kind == "custom" else "arguments"
        said = {"name": self.name, inner: "".join(self.arguments)}
        return {"id": self.id, "type": self.kind, self.kind: said, **self.beside}


class CallPieces:
    """The calls of one answer, in the order in which they began.

    Contract:
        A piece belongs to the call of its index. Where an index comes again with another id and a
        name it is another call: some servers number every call 0. Without an index its id
        decides, then whether it names a tool while the last call has arguments already.

    Complexity: O(pieces).

    Source: ours, from what servers of this format were seen to send.
    """

    def __init__(self) -> None:
        self._calls: list[_CallSoFar] = []
        self._by_index: dict[int, _CallSoFar] = {}
        self._by_id: dict[str, _CallSoFar] = {}

    def take(self, piece: object) -> CallDelta | None:
        """Take one piece of a call; what is no object is none."""
        if not isinstance(piece, dict):
            return None
        call = self._call_of(piece)
        told = call.take(piece)
        if call.id:
            self._by_id.setdefault(call.id, call)
        return told

    def rows(self) -> list[_Row]:
        """Return the calls as a whole answer writes them."""
        return [call.row() for call in self._calls]

    def _call_of(self, piece: _Row) -> _CallSoFar:
        index, given = piece.get("index"), text_in(piece, "id")
        named = bool(text_in(piece.get("function") or piece.get("custom"), "name"))
        if isinstance(index, int) and not isinstance(index, bool):
            known = self._by_index.get(index)
            another = known is not None and named and given and known.id and given != known.id
            if known is None or another:
                known = self._by_index[index] = self._new()
            return known
        if given:
            return self._by_id.get(given) or self._new()
        begins = named and bool(self._calls) and bool(self._calls[-1].arguments)
        return self._new() if begins or not self._calls else self._calls[-1]

    def _new(self) -> _CallSoFar:
        self._calls.append(_CallSoFar(len(self._calls)))
        return self._calls[-1]
