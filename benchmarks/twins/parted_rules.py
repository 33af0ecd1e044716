"""What a format of parts and signatures wants, done to dicts in place."""

from __future__ import annotations

from benchmarks.twins.shapes import Row, Rows

__all__ = ["drop_empty_contents", "drop_foreign_signatures", "name_results", "sign_calls"]


def drop_empty_contents(rows: Rows) -> None:
    """Drop messages of nothing; neighbours of one role that meet then become one of two parts."""
    kept: Rows = []
    met = False
    for row in rows:
        if _is_nothing(row):
            met = True
        elif met and kept and _go_together(kept[-1], row):
            kept[-1]["content"] = [*_parts(kept[-1]), *_parts(row)]
            for key in ("tool_calls", "name", "reasoning_content"):
                if key in row:
                    kept[-1].setdefault(key, row[key])
            met = False
        else:
            kept.append(row)
            met = False
    rows[:] = kept


def _is_nothing(row: Row) -> bool:
    if row.get("role") not in ("system", "user", "assistant"):
        return False
    return not (row.get("content") or row.get("tool_calls") or row.get("reasoning_content"))


def _go_together(before: Row, row: Row) -> bool:
    roles = (before.get("role"), row.get("role"))
    if roles == ("assistant", "assistant"):
        return not before.get("tool_calls")
    return roles == ("user", "user") and before.get("name") == row.get("name")


def _parts(row: Row) -> list[Row]:
    content = row.get("content")
    return content if isinstance(content, list) else [{"type": "text", "text": content}]


def drop_foreign_signatures(rows: Rows) -> None:
    """Drop what signs calls."""
    for row in rows:
        for call in row.get("tool_calls") or ():
            call.pop("thoughtSignature", None)


def name_results(rows: Rows) -> None:
    """Name each result that has a name as its call."""
    names: dict[str, str] = {}
    for row in rows:
        for call in row.get("tool_calls") or ():
            names[call["id"]] = call["function"]["name"]
        if row.get("role") == "tool" and "name" in row:
            row["name"] = names.get(row["tool_call_id"], row["name"])


def sign_calls(rows: Rows) -> None:
    """Let the first call of each answer behind the last question carry a documented value."""
    for row in reversed(rows):
        if row.get("role") == "user":
            return
        calls = row.get("tool_calls") or ()
        if calls and not calls[0].get("thoughtSignature"):
            calls[0]["thoughtSignature"] = "skip_thought_signature_validator"
