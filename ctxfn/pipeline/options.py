"""Options of a step, checked against their annotations on the line that declares them."""

from __future__ import annotations

import types
from collections.abc import Callable, Iterator, Mapping
from typing import Annotated, Any, Literal, Union, get_args, get_origin

import annotated_types

from ctxfn.messages import TOO_LARGE
from ctxfn.pipeline.errors import OptionError, printed

__all__ = ["check_option"]


def check_option(step: str, option: str, value: object, hint: object) -> None:
    """Refuse *value* unless it is of type *hint* and keeps its `annotated-types` constraints.

    Complexity: O(size of the value).

    Raises:
        OptionError: naming step, option, what was found and what was expected.

    Examples:
        >>> from annotated_types import Ge
        >>> check_option("keep", "groups", -1, Annotated[int, Ge(0)])
        Traceback (most recent call last):
        ...
        ctxfn.pipeline.errors.OptionError: keep: option groups: found -1, expected a value that \
must be >= 0
    """
    try:
        hash(value)
    except TypeError:
        found = f"{_shown(value)}, which can change"
        raise OptionError(step, option, found, "a value: text, number, tuple, record") from None
    if isinstance(value, int) and not -TOO_LARGE < value < TOO_LARGE:
        raise OptionError(step, option, "a number too long to write", "4,300 digits at most")
    for expected in _complaints(value, hint):
        raise OptionError(step, option, _shown(value), expected)


def _shown(value: object) -> str:
    text = printed(value)
    return text if len(text) <= 80 else text[:79] + "…"


def _complaints(value: object, hint: object) -> Iterator[str]:
    if get_origin(hint) is Annotated:
        inner, *constraints = get_args(hint)
        yield from _complaints(value, inner)
        for constraint in constraints:
            yield from _broken(value, constraint)
    elif not _is_a(value, hint):
        yield _named(hint)


def _named(hint: object) -> str:
    if isinstance(hint, type) and not get_args(hint):
        return hint.__name__
    return str(hint).replace("typing.", "").replace("NoneType", "None")


def _is_a(value: object, hint: Any) -> bool:
    origin, arguments = get_origin(hint), get_args(hint)
    if hint is Any or hint is object:
        return True
    if origin is Annotated:
        return next(_complaints(value, hint), None) is None
    if origin is Literal:
        return any(value == one and type(value) is type(one) for one in arguments)
    if origin in (Union, types.UnionType):
        return any(_is_a(value, one) for one in arguments)
    if origin is tuple:
        return _is_tuple(value, arguments)
    if origin is frozenset:
        return isinstance(value, frozenset) and all(_is_a(one, arguments[0]) for one in value)
    if origin in (Callable, type) or hint is Callable:
        return callable(value)
    return _is_plain(value, origin or hint)


def _is_plain(value: object, kind: object) -> bool:
    if kind is float or kind is int:
        numbers = (int, float) if kind is float else (int,)
        return isinstance(value, numbers) and not isinstance(value, bool)
    if kind is None:
        return value is None
    return isinstance(value, kind) if isinstance(kind, type) else True


def _is_tuple(value: object, arguments: tuple[Any, ...]) -> bool:
    if not isinstance(value, tuple):
        return False
    if len(arguments) == 2 and arguments[1] is Ellipsis:
        return all(_is_a(one, arguments[0]) for one in value)
    return len(value) == len(arguments) and all(map(_is_a, value, arguments))


#: What each constraint says if it is broken. Data, so that a new one is a new line.
_CONSTRAINTS: Mapping[type, Callable[[Any, Any], str | None]] = {
    annotated_types.Ge: lambda v, c: None if v >= c.ge else f"must be >= {c.ge}",
    annotated_types.Gt: lambda v, c: None if v > c.gt else f"must be > {c.gt}",
    annotated_types.Le: lambda v, c: None if v <= c.le else f"must be <= {c.le}",
    annotated_types.Lt: lambda v, c: None if v < c.lt else f"must be < {c.lt}",
    annotated_types.MinLen: lambda v, c: (
        None if len(v) >= c.min_length else f"must have {c.min_length} elements or more"
    ),
    annotated_types.MaxLen: lambda v, c: (
        None if len(v) <= c.max_length else f"must have {c.max_length} elements or fewer"
    ),
    annotated_types.MultipleOf: lambda v, c: (
        None if v % c.multiple_of == 0 else f"must be a multiple of {c.multiple_of}"
    ),
    annotated_types.Predicate: lambda v, c: None if c.func(v) else f"must satisfy {c.func!r}",
}


def _broken(value: object, constraint: object) -> Iterator[str]:
    if value is None:
        return
    if isinstance(constraint, annotated_types.GroupedMetadata):
        for one in constraint:
            yield from _broken(value, one)
        return
    complain = _CONSTRAINTS.get(type(constraint))
    try:
        complaint = complain(value, constraint) if complain else None
    except TypeError:
        complaint = f"{constraint!r} can be asked of"
    if complaint:
        yield f"a value that {complaint}"
