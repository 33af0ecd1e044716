"""JSON text in, a value out, and only our errors."""

from __future__ import annotations

import json
from typing import Never

from ctxfn.messages.errors import InvalidJson, TooDeep
from ctxfn.messages.limits import MAX_JSON_DEPTH

__all__ = ["parse_json"]


def parse_json(data: str | bytes, what: str = "the text") -> object:
    """Parse JSON text, or the bytes of one.

    Contract:
        ``NaN`` and its kind are no JSON. A text nested deeper than the interpreter's
        stack can follow is `TooDeep`.

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
        value: object = json.loads(data, parse_constant=_refuse)
    except RecursionError:
        raise TooDeep(None, MAX_JSON_DEPTH, MAX_JSON_DEPTH) from None
    except UnicodeDecodeError as error:
        raise InvalidJson(what, f"the byte {error.start}, {error.reason}", "UTF-8") from None
    except json.JSONDecodeError as error:
        where = f"line {error.lineno}, column {error.colno}"
        raise InvalidJson(what, f"{error.msg} at {where}", "JSON") from None
    except ValueError as error:
        raise InvalidJson(what, str(error), "JSON") from None
    return value


def _refuse(constant: str) -> Never:
    raise ValueError(constant)
