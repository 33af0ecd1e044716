"""Options of a step, checked against their annotations on the line that declares them."""

from __future__ import annotations

import functools
import types
import typing
from collections.abc import Callable, Iterator, Mapping
from typing import Annotated, Any, Literal, Union, get_args, get_origin

import annotated_types
from annotated_types import DocInfo
from attrs import fields, has

from ctxfn.errors import InvalidArgument, shown
from ctxfn.messages import TOO_LARGE
from ctxfn.pipeline.errors import OptionError

__all__ = ["check_option", "check_record", "complaint_about", "fields_of"]


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
    complaint = complaint_about(value, hint)
    if complaint is not None:
        raise OptionError(step, option, *complaint)


def check_record(record: object) -> None:
    """Refuse a *record* of options with a value that its field does not allow.

    A record takes it as ``__attrs_post_init__ = check_record``: what a policy cannot be shows
    where it is written, not at the first request.

    Contract:
        In the order of the fields, each as the option of a step is; nothing is converted.

    Complexity: O(size of the values).

    Source: ours.

    Raises:
        OptionError: naming record, field, what was found and what was expected.

    Examples:
        >>> from attrs import frozen
        >>> @frozen
        ... class Prices:
        ...     read: float = 0.1
        ...     __attrs_post_init__ = check_record
        >>> Prices("cheap")
        Traceback (most recent call last):
        ...
        ctxfn.pipeline.errors.OptionError: Prices: option read: found 'cheap', expected float
    """
    kind: Any = type(record)
    if not has(kind):
        raise InvalidArgument("the record to check", shown(record), "a record of attrs")
    for name, hint in fields_of(kind):
        check_option(kind.__name__, name, getattr(record, name), hint)


@functools.cache
def fields_of(kind: type[Any]) -> tuple[tuple[str, object], ...]:
    """Return the fields of a record with their types, resolved once.

    Complexity: O(1) after the first time.
    """
    hints = typing.get_type_hints(kind, include_extras=True)
    return tuple((field.name, hints[field.name]) for field in fields(kind))


def complaint_about(value: object, hint: object) -> tuple[str, str] | None:
    """Say what was found and what *hint* expects, or ``None`` if *value* is just that.

    Complexity: O(size of the value).

    Examples:
        >>> complaint_about(7, str), complaint_about("7", str)
        (('7', 'str'), None)
    """
    try:
        hash(value)
    except Exception:
        return f"{shown(value)}, which can change", "a value: text, number, tuple, record"
    if isinstance(value, int) and not -TOO_LARGE < value < TOO_LARGE:
        return "a number too long to write", "4,300 digits at most"
    return next(((shown(value), expected) for expected in _complaints(value, hint)), None)


def _complaints(value: object, hint: object) -> Iterator[str]:
    if get_origin(hint) is not Annotated:
        if not _is_a(value, hint):
            yield _named(hint)
        return
    inner, *constraints = get_args(hint)
    wrong = list(_complaints(value, inner))
    if not wrong:
        wrong = [words for one in constraints for words in _broken(value, one)]
    words = _words_of(constraints)
    yield from [words] if wrong and words else wrong


def _words_of(constraints: list[object]) -> str | None:
    """What the annotation itself says is expected."""
    said = [one.documentation for one in constraints if isinstance(one, DocInfo)]
    return said[0] if said else None


def _named(hint: object) -> str:
    origin, arguments = get_origin(hint), get_args(hint)
    if origin is Annotated and (words := _words_of(list(arguments[1:]))) is not None:
        return words
    if origin in (Union, types.UnionType):
        return " | ".join(map(_named, arguments))
    if isinstance(hint, type) and not arguments:
        return hint.__name__.replace("NoneType", "None")
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
    annotated_types.Predicate: lambda v, c: (
        None if c.func(v) else f"must satisfy {getattr(c.func, '__name__', c.func)}"
    ),
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
