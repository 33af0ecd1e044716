"""Mend the arguments of a call, on plain dicts, in place."""

from __future__ import annotations

import json
import re
from typing import Any

import jiter

_LENIENT = json.JSONDecoder(strict=False)

__all__ = ["mend_swallowed", "repair_arguments"]

_NUMBER_AT_END = re.compile(r"(?<=[\s:,\[])-?[0-9][-+.0-9eE]*\Z|(?<=[\s:,\[])-\Z")
_SWALLOWED = re.compile(r'(\\?)"\s*,\s*(?=\\?"[^"\\]*\\?"\s*:)')


def repair_arguments(
    text: str, required: tuple[str, ...] = (), *, keep_beginnings: bool = False
) -> Any:
    """Return the arguments as a fresh value, or None: strict, cut, or with names swallowed.

    No types are looked at, nothing is told of what is lost, and depth is what the parsers allow.
    """
    value = _read(text, keep_beginnings)
    if isinstance(value, dict) and required:
        mend_swallowed(value, required)
        if not all(name in value for name in required):
            return None
    return value


def _read(text: str, keep_beginnings: bool) -> Any:
    try:
        return _LENIENT.decode(text)
    except ValueError:
        pass
    if not text.strip():
        return {}
    data = text.encode("utf-8", "surrogatepass")
    try:
        value = jiter.from_json(data, partial_mode="on", allow_inf_nan=False)
        if keep_beginnings:
            longer = jiter.from_json(data, partial_mode="trailing-strings", allow_inf_nan=False)
            if longer != value:
                return longer
        shorter = _NUMBER_AT_END.sub("", text)
        if shorter != text:
            value = jiter.from_json(shorter.encode(), partial_mode="on", allow_inf_nan=False)
    except ValueError:
        return None
    return value if isinstance(value, dict | list) else None


def mend_swallowed(value: dict[str, Any], required: tuple[str, ...]) -> None:
    """Take out of a text what follows it in the arguments, if required names are there."""
    missing = [name for name in required if name not in value]
    if not missing:
        return
    for key, text in value.items():
        found = _SWALLOWED.search(text) if isinstance(text, str) else None
        if found is None:
            continue
        rest = text[found.end() :]
        try:
            if found[1]:
                rest = _LENIENT.decode(f'"{rest}"')
            members = _LENIENT.decode("{" + rest)
        except ValueError:
            continue
        if all(name in members for name in missing) and not members.keys() & value.keys():
            value[key] = text[: found.start()]
            value.update(members)
            return
