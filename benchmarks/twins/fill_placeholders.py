"""Fill placeholders in double braces, in place."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Mapping

from benchmarks.twins.shapes import Rows

__all__ = ["Values", "fill_placeholders", "fill_text"]

#: A value, or a function that gives one; one that gives None or fails leaves its token.
Values = Mapping[str, "str | int | float | Callable[[], object]"]

_TOKEN = re.compile(r"\{\{(.*?)\}\}", re.DOTALL)


def fill_text(text: str, values: Values, *, depth: int = 2) -> str:
    """Replace the known names in *text*, at most *depth* times over."""
    for _ in range(depth):
        if "{{" not in text:
            break
        filled = _TOKEN.sub(lambda token: _value(token, values), text)
        if filled == text:
            break
        text = filled
    return text


def _value(token: re.Match[str], values: Values) -> str:
    value: object = values.get(token[1].strip())
    if callable(value):
        try:
            value = value()
        except Exception:  # one bad variable must not block its neighbours
            value = None
    return token[0] if value is None else str(value)


def fill_placeholders(
    rows: Rows, *, values: Values, roles: Collection[str] = (), depth: int = 2
) -> None:
    """Fill the texts of messages of *roles*; texts are data, so by default of none.

    A role that no model knows leaves as a user's, and is judged like one.
    """
    if not values or not roles:
        return
    known = ("system", "user", "assistant", "tool")
    for row in rows:
        role = row.get("role")
        if (role if role in known else "user") not in roles:
            continue
        content = row.get("content")
        if isinstance(content, str):
            if "{{" in content:
                row["content"] = fill_text(content, values, depth=depth)
        elif isinstance(content, list):
            for part in content:
                if isinstance(part, dict) and part.get("type") == "text":
                    text = part.get("text")
                    if isinstance(text, str) and "{{" in text:
                        part["text"] = fill_text(text, values, depth=depth)
