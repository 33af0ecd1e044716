"""Values for the placeholders of templates."""

from __future__ import annotations

from collections.abc import Mapping

from attrs import frozen

__all__ = ["Variables"]


@frozen
class Variables:
    """Names with their texts, as pairs, so that the order is the caller's and nothing else's.

    Examples:
        >>> Variables.of({"name": "Ann", "n": 3})
        Variables(pairs=(('name', 'Ann'), ('n', '3')))
    """

    pairs: tuple[tuple[str, str], ...] = ()

    @staticmethod
    def of(values: Mapping[str, object]) -> Variables:
        """Make variables of a mapping: texts as they are, ``None`` as nothing, the rest written."""
        return Variables(tuple((name, _text(value)) for name, value in values.items()))


def _text(value: object) -> str:
    return value if isinstance(value, str) else "" if value is None else str(value)
