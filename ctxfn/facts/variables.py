"""Values for the placeholders of templates."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from typing import ClassVar, Literal, TypeAlias

from attrs import field, frozen

from ctxfn.errors import InvalidArgument, check_argument, shown
from ctxfn.facts.check_fields import check_fields

__all__ = ["Generator", "Variables", "text_of_value"]

#: Makes a value when it is asked for; ``None`` is no value.
Generator: TypeAlias = Callable[[], object]


@frozen
class Variables:
    """Names with their texts, as pairs, so that the order is the caller's and nothing else's.

    `generators` make the text of their name only if a template asks for it, at most once a
    step; one that fails leaves its name without a value. Those who want the same answer for the
    same input put in texts, or functions that always give the same. A text wins over a
    generator of its name.

    Examples:
        >>> Variables.of({"name": "Ann", "n": 3})
        Variables(pairs=(('name', 'Ann'), ('n', '3')))
        >>> Variables.of({"tags": ["a", "", ["b"]], "at": {"x": 1}, "sure": True}).pairs
        (('tags', 'a, b'), ('at', '{"x":1}'), ('sure', 'true'))
        >>> [name for name, _ in Variables.of({"id": lambda: 7}).generators]
        ['id']
    """

    CHANGES: ClassVar[Literal["never", "turn", "step"]] = "turn"

    pairs: tuple[tuple[str, str], ...] = ()
    generators: tuple[tuple[str, Generator], ...] = field(default=(), repr=False)

    __attrs_post_init__ = check_fields

    @staticmethod
    def of(values: Mapping[str, object]) -> Variables:
        """Make variables of a mapping: texts as they are, ``None`` as nothing, the rest written.

        What can be called is a generator. Of the rest the texts are those of `text_of_value`.
        """
        check_argument("Variables.of, the values", values, Mapping, "a dict from names to values")
        texts: list[tuple[str, str]] = []
        generators: list[tuple[str, Generator]] = []
        for name, value in values.items():
            if callable(value):
                generators.append((name, value))
            else:
                texts.append((name, text_of_value(value)))
        return Variables(tuple(texts), tuple(generators))


def text_of_value(value: object) -> str:
    """Write a value of a template as text.

    Contract:
        Texts as they are, ``None`` as nothing; lists joined by comma and space without what is
        empty in them, lists inside them likewise; objects as JSON.

    Complexity: O(size of the value).

    Source: LobeHub context-engine, its helpers for plain values.

    Raises:
        InvalidArgument: it is inside itself, or cannot be written.

    Examples:
        >>> text_of_value(["a", None, ["b", "c"]]), text_of_value({"x": True})
        ('a, b, c', '{"x":true}')
    """
    try:
        return _text_of(value)
    except Exception as error:  # what a value's own way to print itself raises, too
        expected = "texts, numbers, lists and objects of them, none inside itself"
        raise InvalidArgument("a value of a template", shown(value), expected) from error


def _text_of(value: object) -> str:
    match value:
        case str():
            return value
        case None:
            return ""
        case bool():
            return "true" if value else "false"
        case list() | tuple():
            return ", ".join(text for inner in value if (text := _text_of(inner)))
        case Mapping():
            return json.dumps(dict(value), ensure_ascii=False, separators=(",", ":"), default=str)
        case _:
            return str(value)
