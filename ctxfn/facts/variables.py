"""Values for the placeholders of templates."""

from __future__ import annotations

import json
from collections.abc import Mapping

from attrs import frozen

__all__ = ["Variables"]


@frozen
class Variables:
    """Names with their texts, as pairs, so that the order is the caller's and nothing else's.

    Examples:
        >>> Variables.of({"name": "Ann", "n": 3})
        Variables(pairs=(('name', 'Ann'), ('n', '3')))
        >>> Variables.of({"tags": ["a", "", ["b"]], "at": {"x": 1}, "sure": True}).pairs
        (('tags', 'a, b'), ('at', '{"x":1}'), ('sure', 'true'))
    """

    pairs: tuple[tuple[str, str], ...] = ()

    @staticmethod
    def of(values: Mapping[str, object]) -> Variables:
        """Make variables of a mapping: texts as they are, ``None`` as nothing, the rest written.

        Lists are joined by comma and space without what is empty in them, objects are JSON.
        """
        return Variables(tuple((name, _text(value)) for name, value in values.items()))


def _text(value: object) -> str:
    match value:
        case str():
            return value
        case None:
            return ""
        case bool():
            return "true" if value else "false"
        case list() | tuple():
            return ", ".join(text for inner in value if (text := _text(inner)))
        case Mapping():
            return json.dumps(dict(value), ensure_ascii=False, separators=(",", ":"), default=str)
        case _:
            return str(value)
