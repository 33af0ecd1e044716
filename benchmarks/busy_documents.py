"""Histories for steps that look at documents and at silent or scattered results."""

from __future__ import annotations

import itertools
from collections.abc import Callable
from typing import Any, Final

from benchmarks.busy_chats import PICTURE, said, some
from benchmarks.chat_corpus import corpus

__all__ = ["BUSY_DOCUMENTS", "apart"]

Row = dict[str, Any]
Rows = list[Row]


def _documents(size: int, seed: int) -> Rows:
    """Let people show documents under odd names, and the same ones, with words and without."""
    rows = corpus(size, seed=seed)
    names = itertools.cycle(("plan.pdf", "Plan", "a_b  c.txt", "notes (2)", ""))
    for number, row in enumerate(some(rows, said("user"))):
        file = {"file_data": "data:text/plain;base64,QQ==", "filename": next(names)}
        words = [{"type": "text", "text": row["content"]}] if number % 2 else []
        row["content"] = [*words, {"type": "file", "file": file}, PICTURE, PICTURE]
    return rows


def _silent(size: int, seed: int) -> Rows:
    """Let results fail, and some of them not say why."""
    rows = corpus(size, seed=seed)
    errors = itertools.cycle(({"message": ""}, {"message": "gone"}))
    for row in some(rows, lambda row: row["role"] == "tool"):
        row["error"] = next(errors)
        row["content"] = ""
    return rows


#: Chat messages by what is the matter with them; of a size and a seed.
BUSY_DOCUMENTS: Final[dict[str, Callable[[int, int], Rows]]] = {
    "documents": _documents,
    "silent": _silent,
}


def apart(size: int, seed: int) -> Rows:
    """Return messages in the form of Converse, each result in one of its own."""
    rows: Rows = []
    for row in corpus(2 * size, seed=seed):
        if row["role"] == "tool":
            block: Row = {"toolUseId": row["tool_call_id"], "content": [{"text": row["content"]}]}
            rows.append({"role": "user", "content": [{"toolResult": block}]})
        elif row["role"] in ("user", "assistant") and row["content"]:
            rows.append({"role": row["role"], "content": [{"text": row["content"]}]})
    return rows[:size]
