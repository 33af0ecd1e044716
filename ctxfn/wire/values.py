"""Foreign values: how they are kept, named for a person, and written as text."""

from __future__ import annotations

import json
import math
from collections.abc import Callable
from typing import TypeAlias

from ctxfn.messages import InvalidJson, Verbatim

__all__ = ["Keep", "is_no_number", "json_text", "name_of", "under"]

#: How a value that we have no word for is kept: copied and frozen, or simply owned.
Keep: TypeAlias = Callable[[object], Verbatim]


def name_of(value: object) -> str:
    """Name *value* for a person: its kind, and itself if it is short."""
    kinds = {"dict": "an object", "list": "a list", "NoneType": "null", "str": "the text"}
    kind = kinds.get(type(value).__name__, f"the {type(value).__name__}")
    if isinstance(value, str | int | float) and not isinstance(value, bool):
        shown = repr(value) if isinstance(value, str | float) or abs(value) < 10**20 else "(large)"
        return f"{kind} {shown if len(shown) <= 40 else shown[:40] + '…'}"
    return kind


def under(path: str, wrong: InvalidJson) -> InvalidJson:
    """Say where *wrong* was found, if all that was looked into stands at *path*."""
    inner = wrong.path if not wrong.path or wrong.path.startswith("[") else f".{wrong.path}"
    return InvalidJson(f"{path}{inner}", wrong.found, wrong.expected)


def is_no_number(value: object) -> bool:
    """Say whether *value* is one of those numbers that Python has and JSON does not."""
    return isinstance(value, float) and not math.isfinite(value)


def json_text(value: object) -> str:
    """Write *value* as compact JSON text."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))
