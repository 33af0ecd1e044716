"""Read the documents of an agent from rows of a store."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final, NamedTuple, TypeAlias, cast, get_args

from ctxfn.errors import check_argument, shown
from ctxfn.facts.agent_documents import (
    AgentDocument,
    DocumentFormat,
    DocumentLoad,
    DocumentPosition,
    DocumentSource,
)
from ctxfn.facts.clock import moment_of
from ctxfn.facts.load_rules import (
    Always,
    ByKeywords,
    ByPattern,
    ByTimeRange,
    LoadRule,
    UnreadableRule,
    is_number,
)

__all__ = ["ReadDocuments", "documents_of_rows"]

Row: TypeAlias = Mapping[str, object]

#: Types of rows that hold others and are no document themselves.
_FOLDERS: Final = ("custom/folder", "skills/bundle")
_NO_ROW: Final[Row] = {}


class ReadDocuments(NamedTuple):
    """The documents that rows held, and what in the rows could not be read, in words."""

    documents: tuple[AgentDocument, ...]
    problems: tuple[str, ...]


def documents_of_rows(rows: Iterable[object], /) -> ReadDocuments:
    """Read documents from *rows*: those of the store, or as an engine is handed them.

    Contract:
        A folder (or bundle of skills) is no document; its title becomes the `folder` of the
        rows whose parent it is, by its document id. Position, format and rule come from the
        policy's context, else from the row's own keys; missing, they are the record's defaults.
        Whatever a key cannot hold counts as missing, and is told; so is a row that is none. A
        rule whose bounds can't be read never holds.

    Complexity: O(rows).

    Source: LobeHub context-engine and its mapping of documents; there a position it does not
    know becomes the default without a word.

    Examples:
        >>> rows = [
        ...     {"id": "r1", "documentId": "d1", "title": "Notes", "isFolder": True},
        ...     {"id": "r2", "filename": "a.md", "parentId": "d1", "policyLoad": "always"},
        ... ]
        >>> [(one.filename, one.folder) for one in documents_of_rows(rows).documents]
        [('a.md', 'Notes')]
        >>> documents_of_rows([{"filename": "b.md", "loadPosition": "after-knowledge"}]).problems
        ("row 0: position 'after-knowledge' is none of ours",)
    """
    check_argument("documents_of_rows, the rows", rows, Iterable, "a list of rows")
    problems: list[str] = []
    known: list[tuple[int, Row]] = []
    for place, row in enumerate(rows):
        if isinstance(row, Mapping):
            known.append((place, row))
        else:
            problems.append(f"row {place} is no row but a {type(row).__name__}")
    titles = {
        str(row["documentId"]): _text(row.get("title")) or _text(row.get("filename"))
        for _, row in known
        if _is_folder(row) and row.get("documentId") is not None
    }
    documents = [
        _Reading(place, row, problems).document(titles)
        for place, row in known
        if not _is_folder(row)
    ]
    return ReadDocuments(tuple(documents), tuple(problems))


def _is_folder(row: Row) -> bool:
    return row.get("isFolder") is True or row.get("fileType") in _FOLDERS


class _Reading:
    """One row as it is read, with where to tell what is wrong with it."""

    def __init__(self, place: int, row: Row, problems: list[str]) -> None:
        self.row = row
        self.context = _row_in(_row_in(row, "policy"), "context")
        self.place = place
        self.problems = problems

    def document(self, titles: Mapping[str, str | None]) -> AgentDocument:
        row = self.row
        name, title = _text(row.get("filename")), _text(row.get("title"))
        row_id, parent = _text(row.get("id")), _text(row.get("parentId"))
        text = self.plain("content") or ""
        position = self.word(
            "position", get_args(DocumentPosition), "loadPosition", "policyLoadPosition"
        )
        shape = self.word("policyLoadFormat", get_args(DocumentFormat), "policyLoadFormat")
        load = self.word("policyLoad", get_args(DocumentLoad), "policyLoad")
        source = self.word("sourceType", get_args(DocumentSource), "sourceType")
        return AgentDocument(
            filename=name or title or row_id or "document",
            content=text,
            id=row_id,
            title=title,
            description=self.plain("description"),
            characters=_whole(row.get("contentCharCount"), least=0),
            position=cast("DocumentPosition", position or "before-first-user"),
            rule=self.rule(),
            priority=self.priority(),
            max_tokens=_whole(self.ruling("maxTokens"), least=1),
            policy_id=_text(row.get("policyId")) or _text(row.get("templateId")),
            load=cast("DocumentLoad", load or "progressive"),
            format=cast("DocumentFormat", shape or "raw"),
            source=cast("DocumentSource | None", source),
            parent=parent,
            folder=_text(row.get("folderTitle")) or titles.get(parent or ""),
            created_ms=self.moment("createdAt"),
            updated_ms=self.moment("updatedAt"),
        )

    def tell(self, what: str, found: object, wrong: str) -> None:
        self.problems.append(f"row {self.place}: {what} {shown(found)} {wrong}")

    def plain(self, key: str) -> str | None:
        value = self.row.get(key)
        if value is not None and not isinstance(value, str):
            self.tell(key, value, "is no text")
        return value if isinstance(value, str) else None

    def word(self, name: str, words: tuple[str, ...], *keys: str) -> str | None:
        value = self.context.get(name) or next(
            (self.row[key] for key in keys if self.row.get(key)), None
        )
        if value is None or (isinstance(value, str) and value in words):
            return value
        self.tell(name, value, "is none of ours")
        return None

    def moment(self, key: str) -> int | None:
        value = self.row.get(key)
        moment = moment_of(value)
        if value is not None and (moment is None or not is_number(moment)):
            self.tell(key, value, "is no moment")
            return None
        return moment

    def ruling(self, key: str) -> object:
        """What the policy or the row's rules say under *key*."""
        value = self.context.get(key)
        return _row_in(self.row, "loadRules").get(key) if value is None else value

    def priority(self) -> int | float:
        value = self.ruling("priority")
        if value is None or is_number(value):
            return 999 if value is None else cast("int | float", value)
        self.tell("priority", value, "is no number")
        return 999

    def rule(self) -> LoadRule:
        name = self.ruling("rule") or self.row.get("policyLoadRule")
        match name:
            case None | "always":
                return Always()
            case "by-keywords":
                given = self.ruling("keywords")
                keywords = given if isinstance(given, list | tuple) else ()
                mode = self.ruling("keywordMatchMode")
                return ByKeywords(
                    tuple(word for word in keywords if isinstance(word, str)),
                    "all" if mode == "all" else "any",
                )
            case "by-regexp":
                return ByPattern(_text(self.ruling("regexp")) or "")
            case "by-time-range":
                return self.time_range()
            case _:
                self.tell("rule", name, "is none of ours; the document is always loaded")
                return Always()

    def time_range(self) -> LoadRule:
        bounds = self.ruling("timeRange")
        given = bounds if isinstance(bounds, Mapping) else {}
        read: list[int | None] = []
        for key in ("from", "to"):
            value = given.get(key)
            moment = None if value in (None, "") else moment_of(value)
            if value not in (None, "") and (moment is None or not is_number(moment)):
                return UnreadableRule(f"the bound {shown(value)} of its time range is no moment")
            read.append(moment)
        return ByTimeRange(*read)


def _row_in(row: Row, key: str) -> Row:
    value = row.get(key)
    return value if isinstance(value, Mapping) else _NO_ROW


def _text(value: object) -> str | None:
    """A text, or a number as one; what is empty is nothing."""
    if isinstance(value, int) and not isinstance(value, bool) and is_number(value):
        return str(value)
    return value if isinstance(value, str) and value else None


def _whole(value: object, *, least: int) -> int | None:
    """A count, fractions rounded down; less than *least* is none."""
    if not is_number(value):
        return None
    number = int(cast("int | float", value))
    return number if number >= least else None
