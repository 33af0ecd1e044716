"""JSON text in, a value out, and only our errors."""

from __future__ import annotations

import json
from typing import Never

from ctxfn.messages.deep_json import read_deep
from ctxfn.messages.errors import InvalidJson, TooDeep
from ctxfn.messages.limits import MAX_JSON_DEPTH

__all__ = ["parse_json"]


def parse_json(
    data: str | bytes, what: str = "the text", *, deepest: int = MAX_JSON_DEPTH
) -> object:
    """Parse JSON text, or the bytes of one.

    Contract:
        ``NaN`` and its kind are no JSON. Down to *deepest* brackets it does not matter how much of
        the interpreter's stack is taken; beyond, a text the stack cannot follow is `TooDeep`.

    Complexity: O(characters).

    Source: ours; Python's parser does the work.

    Raises:
        InvalidJson: *data* does not parse; the line and column are named.
        TooDeep: brackets inside brackets without end.

    Examples:
        >>> parse_json(b'[1, null]')
        [1, None]
    """
    try:
        return _parsed(data, deepest)
    except RecursionError:
        raise TooDeep(None, deepest + 1, deepest) from None
    except UnicodeDecodeError as error:
        raise InvalidJson(what, f"the byte {error.start}, {error.reason}", "UTF-8") from None
    except json.JSONDecodeError as error:
        where = f"line {error.lineno}, column {error.colno}"
        raise InvalidJson(what, f"{error.msg} at {where}", "JSON") from None
    except ValueError as error:
        raise InvalidJson(what, str(error), "JSON") from None


def _parsed(data: str | bytes, deepest: int) -> object:
    try:
        value: object = json.loads(data, parse_constant=_refuse)
    except RecursionError:
        text = data if isinstance(data, str) else data.decode(json.detect_encoding(data))
        return read_deep(text, deepest, _refuse)
    return value


def _refuse(constant: str) -> Never:
    raise ValueError(constant)
