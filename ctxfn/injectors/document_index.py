"""The index of documents that are read when they are needed."""

from __future__ import annotations

from collections.abc import Sequence
from operator import itemgetter
from typing import Final, NamedTuple

from ctxfn.facts import AgentDocument, day_of
from ctxfn.functional import groupby
from ctxfn.messages import enclose, escape

__all__ = ["render_document_index", "size_in_words"]

#: A title is cut so that it has this many characters, the ellipsis included.
_LONGEST_TITLE: Final = 60
_COLUMNS: Final = ("TITLE", "ID", "SIZE", "UPDATED")
_NO_TITLE: Final = "(untitled)"
_NEW: Final = "(new in this run)"

_READ: Final = "These documents are yours; only their titles are shown. "
_READ_WITH: Final = "To read one, call the tool {} with its ID."
_READ_BY: Final = "Ask for one by its ID to read it."
_WEB: Final = "Pages saved from the web are not listed"
_FOLDERS: Final = "A folder stands for all documents in it"
_LIST_WITH: Final = "; the tool {} lists them."
_LIST_FOLDER_WITH: Final = "; the tool {} lists what is in it, by the folder's ID."
_NEW_LINE: Final = (
    f"What is marked {_NEW} was made since this run began: nothing of an earlier time was replaced."
)


class _Row(NamedTuple):
    """A line of the index, and the moment it is sorted by."""

    cells: tuple[str, ...]
    updated: int | float | None


def render_document_index(
    documents: Sequence[AgentDocument],
    /,
    *,
    reader: str | None = None,
    lister: str | None = None,
    run_started_ms: int | float | None = None,
) -> str:
    """Write the index of *documents*: what it is, a table, and a table of folders; none, no text.

    *reader* and *lister* are names of tools that are on offer.

    Contract:
        Pages of the web are not listed, only told of. Two documents or more of one folder are
        one row of the second table. Newest first, those without a date last; equal ones in
        their order. Dates are days in UTC and nothing is counted in the words above the tables,
        so that the text changes only if a row does. A row is one line whatever its title holds;
        all is escaped.

    Complexity: O(n log n).

    Source: LobeHub context-engine, index of agent documents, as it is since it writes dates;
    the words are ours.

    Examples:
        >>> notes = AgentDocument(filename="notes.md", id="d1", content="x" * 1234, updated_ms=0)
        >>> print(render_document_index((notes, AgentDocument(filename="a", id="d2"))))
        <agent_documents_index>
        These documents are yours; only their titles are shown. Ask for one by its ID to read it.
        <BLANKLINE>
        TITLE     ID  SIZE   UPDATED
        notes.md  d1  1.2k   1970-01-01
        a         d2  empty  -
        </agent_documents_index>
    """
    if not documents:
        return ""
    shown = [one for one in documents if one.source != "web"]
    folders = {
        key: inside
        for key, inside in groupby(_folder_of, shown).items()
        if key is not None and len(inside) > 1
    }
    rows = [_row(one, run_started_ms) for one in shown if _folder_of(one) not in folders]
    grouped = [_folder_row(key, inside) for key, inside in folders.items()]
    head = [_READ + (_READ_WITH.format(reader) if reader else _READ_BY)]
    if len(shown) < len(documents):
        head.append(_WEB + (_LIST_WITH.format(lister) if lister else "."))
    if grouped:
        head.append(_FOLDERS + (_LIST_FOLDER_WITH.format(lister) if lister else "."))
    if any(row.cells[-1].endswith(_NEW) for row in rows):
        head.append(_NEW_LINE)
    lines = [escape(_on_one_line(line)) for line in head]
    if rows:
        lines += ["", *_table((_COLUMNS, *_newest_first(rows)))]
    if grouped:
        lines += ["", *_table(_newest_first(grouped))]
    return enclose("agent_documents_index", *lines)


def size_in_words(characters: int) -> str:
    """Write a number of *characters* in at most five.

    Contract:
        ``empty``, the number below a thousand, thousands with one decimal below ten of them,
        then whole, then millions with one decimal; what rounds up to the next unit has it.

    Complexity: O(1).

    Source: LobeHub context-engine, sizes in its index; it writes ``1000k`` for 999,600.

    Examples:
        >>> [size_in_words(n) for n in (0, 999, 1_250, 9_960, 999_499, 999_600)]
        ['empty', '999', '1.3k', '10k', '999k', '1.0M']
    """
    if characters < 1_000:
        return str(characters) if characters else "empty"
    tenths = (characters + 50) // 100
    if tenths < 100:
        return f"{tenths // 10}.{tenths % 10}k"
    thousands = (characters + 500) // 1_000
    if thousands < 1_000:
        return f"{thousands}k"
    tenths = (characters + 50_000) // 100_000
    return f"{tenths // 10}.{tenths % 10}M"


def _folder_of(document: AgentDocument) -> tuple[str, str] | None:
    if document.parent and document.folder:
        return document.parent, document.folder
    return None


def _row(document: AgentDocument, run_started_ms: int | float | None) -> _Row:
    made = document.created_ms
    is_new = made is not None and run_started_ms is not None and made >= run_started_ms
    day = day_of(document.updated_ms)
    return _Row(
        (
            _short(document.title or document.filename),
            _on_one_line(document.id or "-"),
            size_in_words(document.length),
            f"{day or '-'} {_NEW}" if is_new else day or "-",
        ),
        document.updated_ms,
    )


def _folder_row(key: tuple[str, str], inside: Sequence[AgentDocument]) -> _Row:
    parent, title = key
    newest = max((m for one in inside if (m := one.updated_ms) is not None), default=None)
    lengths = sorted({one.length for one in inside if one.length} or {0})
    least, most = size_in_words(lengths[0]), size_in_words(lengths[-1])
    sizes = least if least == most else f"{least}-{most}"
    cells = (
        f"📁 {_short(title)}",
        _on_one_line(parent),
        f"{len(inside)} docs, {sizes}",
        day_of(newest) or "-",
    )
    return _Row(cells, newest)


def _newest_first(rows: Sequence[_Row]) -> list[tuple[str, ...]]:
    dated = [row for row in rows if row.updated is not None]
    undated = [row for row in rows if row.updated is None]
    return [row.cells for row in (*sorted(dated, key=itemgetter(1), reverse=True), *undated)]


def _table(rows: Sequence[tuple[str, ...]]) -> list[str]:
    """Pad each cell to the widest of its column; the last has nothing behind it to be moved."""
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    widths[-1] = 0
    return [
        escape("  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)))
        for row in rows
    ]


def _short(title: str) -> str:
    title = _on_one_line(title) or _NO_TITLE
    return title if len(title) <= _LONGEST_TITLE else f"{title[: _LONGEST_TITLE - 1]}…"


def _on_one_line(text: str) -> str:
    """One line without two spaces in a row, which stand between columns."""
    return " ".join(text.split())
