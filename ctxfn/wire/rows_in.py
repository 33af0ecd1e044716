"""The rows of a body, read one by one."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from types import TracebackType

from ctxfn.messages import InvalidJson, InvalidMessages, TooDeep
from ctxfn.wire.values import name_of

__all__ = ["RowsIn", "body_of", "row_list"]

_Row = dict[str, object]


def body_of(body: object, word: str) -> _Row:
    """Return *body* if it is an object; a list of what *word* names has been looked for before."""
    if isinstance(body, dict):
        return body
    expected = f"a request (a dict) or a list of {word}"
    raise InvalidMessages(None, "", name_of(body), expected, "Parse JSON text first")


def row_list(fields: _Row, key: str) -> Sequence[object]:
    """Return the list under *key*, which is named after what it holds."""
    rows = fields.get(key)
    if isinstance(rows, list | tuple):
        return rows
    found = name_of(rows) if key in fields else "nothing"
    raise InvalidMessages(None, key, found, f"a list of {key}")


class RowsIn:
    """The rows of a list; what goes wrong while they are read is told with the row's index."""

    __slots__ = ("_expected", "_rows", "index")

    def __init__(self, rows: Sequence[object], expected: str) -> None:
        self._rows = rows
        self._expected = expected
        self.index = 0

    def __enter__(self) -> RowsIn:
        return self

    def __iter__(self) -> Iterator[_Row]:
        for index, row in enumerate(self._rows):
            self.index = index
            if not isinstance(row, dict):
                hint = "Records of a client library have a method that makes them dicts"
                raise InvalidMessages(index, "", name_of(row), self._expected, hint)
            yield row

    def __exit__(
        self,
        kind: type[BaseException] | None,
        wrong: BaseException | None,
        at: TracebackType | None,
    ) -> None:
        if isinstance(wrong, TooDeep):
            raise TooDeep(self.index, wrong.depth, wrong.limit) from wrong
        if isinstance(wrong, InvalidJson):
            raise InvalidMessages(self.index, wrong.path, wrong.found, wrong.expected) from wrong
        if isinstance(wrong, ValueError):  # Python's own, where a number becomes text
            expected = "numbers of at most 4,300 digits"
            raise InvalidMessages(self.index, "", "a number too long to write", expected) from wrong
