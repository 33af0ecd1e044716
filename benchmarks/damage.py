"""What goes wrong with tool results in real stores."""

from __future__ import annotations

import random
from typing import Any

__all__ = ["damaged"]

Row = dict[str, Any]

_KINDS = ("dropped", "doubled", "orphaned", "moved", "swapped")


def damaged(rows: list[Row], *, share: float, seed: int) -> list[Row]:
    """Return *rows* with *share* of the messages hit, each result at most once.

    In turn: the result is gone; it stands twice; one that answers nothing stands before
    it; it stands up to six messages later; it has changed places with what is before it.
    """
    chance = random.Random(f"damage {seed}")
    results = [index for index, row in enumerate(rows) if row.get("role") == "tool"]
    hits = chance.sample(results, min(len(results), round(share * len(rows))))
    kinds = {index: _KINDS[number % len(_KINDS)] for number, index in enumerate(hits)}
    late: dict[int, list[Row]] = {}
    whole: list[Row] = []
    for index, row in enumerate(rows):
        kind = kinds.get(index)
        if kind == "orphaned":
            whole.append({**row, "tool_call_id": f"call_lost_{index}"})
            whole[-1].update({"id": f"lost_{row['id']}"} if "id" in row else {})
        if kind == "moved":
            late.setdefault(index + chance.randint(2, 6), []).append(row)
        elif kind == "swapped":
            whole.insert(len(whole) - 1, row)
        elif kind != "dropped":
            whole.append(row)
        if kind == "doubled":
            whole.append({**row, **({"id": f"again_{row['id']}"} if "id" in row else {})})
        whole.extend(late.pop(index, ()))
    for rest in late.values():
        whole.extend(rest)
    return whole
