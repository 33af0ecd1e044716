"""What a target that counts and names documents asks for, done to dicts in place."""

from __future__ import annotations

import re
from typing import Final

from benchmarks.twins.shapes import Row, Rows

__all__ = [
    "fill_empty_results",
    "introduce_documents",
    "join_results",
    "limit_media",
    "name_documents",
]

_RIGHT: Final = re.compile(r"[a-zA-Z0-9 ()\[\]-]{1,200}")
_PICTURE: Final = (
    "[A picture belongs here that you cannot see. Do not guess what it shows: use a tool that "
    "looks at pictures if there is one, or say that you cannot see it.]"
)


def _parts(row: Row) -> list[Row]:
    content = row.get("content")
    return content if isinstance(content, list) else []


def name_documents(rows: Rows) -> None:
    """Give documents names of letters, digits and blanks, no two the same."""
    taken: set[str] = set()
    for part in (part for row in rows for part in _parts(row) if part["type"] == "file"):
        name = part["file"].get("filename") or ""
        if not _RIGHT.fullmatch(name) or "  " in name:
            bare = re.sub(r"\.[A-Za-z0-9]{1,8}$", "", name)
            name = " ".join(re.sub(r"[^a-zA-Z0-9()\[\]-]", " ", bare).split()) or "document"
        new, number = name, 2
        while new.lower() in taken:
            new, number = f"{name}-{number}", number + 1
        taken.add(new.lower())
        part["file"]["filename"] = new


def introduce_documents(rows: Rows) -> None:
    """Put the names of documents in front of them where a person says nothing."""
    for row in rows:
        parts = _parts(row) if row["role"] == "user" else []
        files = [
            part["file"].get("filename") or "document" for part in parts if part["type"] == "file"
        ]
        said = any(part["type"] == "text" and part["text"].strip() for part in parts)
        if files and not said:
            parts.insert(0, {"type": "text", "text": ", ".join(files)})


def limit_media(rows: Rows, *, images: int, documents: int) -> None:
    """Put words in place of the oldest pictures of a turn, and documents of all."""
    files = [part for row in rows for part in _parts(row) if part["type"] == "file"]
    for part in files[: max(len(files) - documents, 0)]:
        _replace(
            part,
            f"[A file belongs here that you cannot open: {_named(part)}. Do not guess what it holds.]",
        )
    turn: list[Row] = []
    for row in [*rows, {"role": "assistant"}]:
        shown = [part for part in _parts(row) if part["type"] == "image_url"]
        if row["role"] != "assistant":
            turn += shown
            continue
        for some in (turn, shown):
            for part in some[: max(len(some) - images, 0)]:
                _replace(part, _PICTURE)
        turn = []


def _named(part: Row) -> str:
    return str(part["file"].get("filename") or "without a name")


def _replace(part: Row, text: str) -> None:
    part.clear()
    part.update(type="text", text=text)


def fill_empty_results(rows: Rows) -> None:
    """Let results that failed without a word say so."""
    for row in rows:
        error = row.get("error")
        if row["role"] != "tool" or not error:
            continue
        said = row["content"] if isinstance(row["content"], str) else ""
        parts = _parts(row)
        said += "".join(part.get("text", "x") for part in parts)
        message = error if isinstance(error, str) else error.get("message")
        if not said.strip() and not (message and not parts and not said):
            row["content"] = "(no output)"


def join_results(rows: Rows) -> None:
    """Put messages of results, and words behind them, into the message of results before them."""
    kept: Rows = []
    for row in rows:
        before = kept[-1] if kept else {}
        answered = bool(_parts(before)) and "toolResult" in _parts(before)[-1]
        if answered and row["role"] == "user":
            before["content"] += row["content"]
            continue
        kept.append(row)
    rows[:] = kept
