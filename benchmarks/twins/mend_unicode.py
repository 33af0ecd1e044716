"""U+FFFD where half a character stands, in place."""

from __future__ import annotations

import re
from typing import Any

from benchmarks.twins.shapes import Rows

__all__ = ["mend_unicode"]

_LONE = re.compile("[\ud800-\udfff]")


def mend_unicode(rows: Rows) -> None:
    """Replace lone surrogates in every text, at any depth."""
    for row in rows:
        _mend(row)


def _mend(value: Any) -> Any:
    if isinstance(value, str):
        return value if value.isascii() else _LONE.sub("\ufffd", value)
    if isinstance(value, dict):
        for key, one in value.items():
            value[key] = _mend(one)
    elif isinstance(value, list):
        value[:] = map(_mend, value)
    return value
