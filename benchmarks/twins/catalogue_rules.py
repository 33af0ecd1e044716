"""What single rules of the catalogue ask for, done to dicts in place."""

from __future__ import annotations

from typing import Final

from benchmarks.twins.shapes import Row, Rows

__all__ = [
    "claim_results",
    "drop_approvals",
    "drop_flagged",
    "drop_last_thoughts",
    "limit_images",
    "mend_media_types",
]

_APPROVALS: Final = ("tool_approval_request", "tool_approval_response")


def claim_results(rows: Rows) -> None:
    """Give results under unknown ids to the calls right before them."""
    known = {call["id"] for row in rows for call in row.get("tool_calls") or ()}
    answered = {row.get("tool_call_id") for row in rows if row["role"] == "tool"}
    for place, row in enumerate(rows):
        waiting = [call["id"] for call in row.get("tool_calls") or () if call["id"] not in answered]
        if waiting:
            strays = [
                one for one in _results_behind(rows, place) if one["tool_call_id"] not in known
            ]
            if len(strays) == len(waiting):
                for result, call_id in zip(strays, waiting, strict=True):
                    result["tool_call_id"] = call_id


def _results_behind(rows: Rows, place: int) -> Rows:
    end = place + 1
    while end < len(rows) and rows[end]["role"] == "tool":
        end += 1
    return rows[place + 1 : end]


def drop_approvals(rows: Rows) -> None:
    """Drop parts on whether a call was allowed, and messages that held nothing else."""
    kept: Rows = []
    for row in rows:
        content = row.get("content")
        if isinstance(content, list):
            row["content"] = [part for part in content if part["type"] not in _APPROVALS]
            if content and not row["content"] and not row.get("tool_calls"):
                continue
        kept.append(row)
    rows[:] = kept


def drop_flagged(rows: Rows, key: str = "error") -> None:
    """Drop answers that carry the flag *key*."""
    rows[:] = [row for row in rows if not (row["role"] == "assistant" and row.get(key))]


def drop_last_thoughts(rows: Rows) -> None:
    """Drop the thoughts of an answer that stands last."""
    if rows and rows[-1]["role"] == "assistant":
        rows[-1].pop("reasoning_content", None)


def limit_images(rows: Rows, many: int) -> None:
    """Let words stand for the oldest pictures, whatever their size, until *many* are left."""
    parts = [part for row in rows for part in _parts(row) if part["type"] == "image_url"]
    for part in parts[: max(len(parts) - many, 0)]:
        part.clear()
        part.update(type="text", text="[image omitted: 640x480]")


def mend_media_types(rows: Rows) -> None:
    """Name inline pictures by their first bytes."""
    for row in rows:
        for part in _parts(row):
            if part["type"] == "image_url":
                _name(part["image_url"])


def _name(image: Row) -> None:
    head, mark, data = str(image["url"]).partition(";base64,")
    if mark and data.startswith("R0lGOD") and head != "data:image/gif":
        image["url"] = f"data:image/gif;base64,{data}"


def _parts(row: Row) -> Rows:
    content = row.get("content")
    return content if isinstance(content, list) else []
