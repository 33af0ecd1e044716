"""Shorten long texts in the arguments of old calls that were answered, in place."""

from __future__ import annotations

import json
from typing import Any

from benchmarks.twins.matching import match_results
from benchmarks.twins.shapes import Rows, calls_of
from benchmarks.twins.turns import old_before

__all__ = ["shrink_arguments"]


def shrink_arguments(
    rows: Rows,
    *,
    turns: int | None = 3,
    longer_than: int = 500,
    keep: int = 200,
    every: int = 1,
) -> None:
    """Shorten them before the last *turns* turns; JSON that holds a long text is written anew."""
    border = len(rows) if turns is None else old_before(rows, turns, every)
    answered = {place for place, found in match_results(rows).items() if found}
    for place, row in enumerate(rows[:border]):
        for number, call in enumerate(calls_of(row)):
            function = call.get("function") if isinstance(call, dict) else None
            if (place, number) not in answered or not isinstance(function, dict):
                continue
            text = function.get("arguments")
            if isinstance(text, str) and len(text) > longer_than:
                function["arguments"] = _shrunk(text, longer_than, keep)


def _shrunk(text: str, longer_than: int, keep: int) -> str:
    try:
        value = json.loads(text)
    except ValueError:
        return text
    if not isinstance(value, dict | list):
        return text
    changed = _changed(value, longer_than, keep)
    if changed == value:
        return text
    return json.dumps(changed, ensure_ascii=False)


def _changed(value: Any, longer_than: int, keep: int) -> Any:
    if isinstance(value, dict):
        return {key: _changed(one, longer_than, keep) for key, one in value.items()}
    if isinstance(value, list):
        return [_changed(one, longer_than, keep) for one in value]
    if isinstance(value, str) and len(value) > max(longer_than, keep + 80):
        word = f"[{len(value) - keep:,} of {len(value):,} characters are left out]"
        return f"{value[:keep]} {word}" if keep else word
    return value
