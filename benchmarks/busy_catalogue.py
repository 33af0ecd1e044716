"""Histories that break single rules of the catalogue: strays, approvals, flags, crowds of pictures."""

from __future__ import annotations

import itertools
from collections.abc import Callable
from typing import Any, Final

from benchmarks.busy_chats import said, some
from benchmarks.chat_corpus import corpus

__all__ = ["BUSY_CATALOGUE"]

Row = dict[str, Any]
Rows = list[Row]

#: The first bytes of a GIF of 640 by 480 pixels.
_GIF: Final = "R0lGODlhgALgAQ=="


def _inline(kind: str) -> Row:
    return {"type": "image_url", "image_url": {"url": f"data:image/{kind};base64,{_GIF}"}}


def _strays(rows: Rows) -> None:
    """Bring results home under ids that nobody asked with; of every third batch one fewer."""
    results = {row["tool_call_id"]: row for row in rows if row["role"] == "tool"}
    for number, row in enumerate(some(rows, lambda row: row.get("tool_calls"), every=4)):
        for call in row["tool_calls"][number % 3 == 2 :]:
            results[call["id"]]["tool_call_id"] = f"stray_{call['id']}"


def _approvals(rows: Rows) -> None:
    """Ask people whether a call is allowed; they say yes, with words and without."""
    for number, row in enumerate(some(rows, said("assistant"))):
        asked = {"type": "tool_approval_request", "id": f"a{number}"}
        row["content"] = [{"type": "text", "text": row["content"]}, asked]
    for number, row in enumerate(some(rows, said("user"))):
        answer = {"type": "tool_approval_response", "id": f"a{number}", "approved": True}
        words = [{"type": "text", "text": row["content"]}] if number % 2 else []
        row["content"] = [*words, answer]


def _flagged(rows: Rows) -> None:
    """Let a program speak for the model, and say so; of some say that it did not."""
    flags = itertools.cycle((True, False))
    for row in some(rows, said("assistant"), every=5):
        row["error"] = next(flags)


def _going_on(rows: Rows) -> None:
    """Stop in the middle of an answer, after thinking."""
    rows.append({"role": "assistant", "content": "So", "reasoning_content": "Let me see."})


def _crowded(rows: Rows) -> None:
    """Show more pictures than one look takes in."""
    for row in some(rows, said("user"), every=5):
        row["content"] = [{"type": "text", "text": row["content"]}, _inline("gif"), _inline("gif")]


def _misnamed_media(rows: Rows) -> None:
    """Call every other picture by what it is not."""
    kinds = itertools.cycle(("png", "gif"))
    for row in some(rows, said("user"), every=5):
        row["content"] = [{"type": "text", "text": row["content"]}, _inline(next(kinds))]


_CHANGES: Final[dict[str, Callable[[Rows], None]]] = {
    "strays": _strays,
    "approvals": _approvals,
    "flagged": _flagged,
    "going on": _going_on,
    "crowded": _crowded,
    "misnamed media": _misnamed_media,
}


def _changed(change: Callable[[Rows], None]) -> Callable[[int, int], Rows]:
    def made(size: int, seed: int) -> Rows:
        rows = corpus(size, seed=seed)
        change(rows)
        return rows

    return made


#: Chat messages by the rule they break; of a size and a seed.
BUSY_CATALOGUE: Final[dict[str, Callable[[int, int], Rows]]] = {
    name: _changed(change) for name, change in _CHANGES.items()
}
