"""Hold the values of a fact to the types that its fields declare."""

from __future__ import annotations

import functools
import types
import typing
from collections.abc import Callable
from typing import Annotated, Any, Final, Literal, NamedTuple, TypeAlias, Union, cast

import attrs
from annotated_types import DocInfo, Ge, Predicate
from pyrsistent import PVector

from ctxfn.errors import shown
from ctxfn.facts.errors import InvalidFact

__all__ = ["check_fields"]

_Type: TypeAlias = Any

_UNIONS: Final = (Union, types.UnionType)
_COLLECTIONS: Final = types.MappingProxyType({tuple: "tuple", PVector: "vector"})


class _Misfit(NamedTuple):
    """What does not fit: where below the field, the value, and the type it should have."""

    path: str
    value: object
    type: _Type


def check_fields(fact: object, /) -> None:
    """Refuse a *fact* with a value of another type than its field declares.

    Facts come from files, databases and web forms, and a mistake shows best where it was made:
    a text where a tuple belongs would be read as the list of its letters. A record takes it as
    ``__attrs_post_init__ = check_fields``.

    Contract:
        Classes, unions, literals, tuples, vectors, functions, lower bounds and predicates are
        checked, in the order of the fields; a truth value is no number. Nothing is converted.

    Complexity: O(values).

    Source: ours.

    Examples:
        >>> from ctxfn.facts import Knowledge
        >>> Knowledge(files=("notes.txt",))
        Traceback (most recent call last):
        ...
        ctxfn.facts.errors.InvalidFact: Knowledge: field files[0]: found 'notes.txt', expected \
KnowledgeFile

    Raises:
        InvalidFact: a value does not fit.
    """
    kind: Any = type(fact)
    for name, hint, exactly in _fields_of(kind):
        value = getattr(fact, name)
        if type(value) in exactly:  # most values: no type has to be taken apart
            continue
        misfit = _misfit(value, hint)
        if misfit is not None:
            raise InvalidFact(
                kind.__name__, name + misfit.path, shown(misfit.value), _written(misfit.type)
            )


@functools.cache
def _fields_of(kind: type[Any]) -> tuple[tuple[str, _Type, frozenset[type]], ...]:
    """The fields with their types, and the classes whose values fit without a further look."""
    hints = typing.get_type_hints(kind, include_extras=True)
    names = [field.name for field in attrs.fields(kind)]
    return tuple((name, hints[name], _classes_in(hints[name])) for name in names)


@functools.cache
def _classes_in(hint: _Type) -> frozenset[type]:
    origin, inner = _taken_apart(hint)
    every = inner if origin in _UNIONS else (hint,)
    return frozenset(one for one in every if isinstance(one, type) and not typing.get_args(one))


def _misfit(value: object, hint: _Type) -> _Misfit | None:
    origin, inner = _taken_apart(hint)
    if origin is tuple and inner[-1] is not Ellipsis:
        return _misfit_in_row(value, hint)
    if origin in (tuple, PVector):
        return _misfit_in(value, hint)
    if origin in _UNIONS:
        misfits = [_misfit(value, one) for one in inner]
        return None if None in misfits else _nearest(misfits, value, hint)
    if origin is Literal:
        fits = any(type(one) is type(value) and one == value for one in inner)
    elif origin is Annotated:
        fits = _misfit(value, inner[0]) is None and _bounded(value, inner[1:])
    elif origin is Callable:
        fits = callable(value)
    else:
        fits = isinstance(value, hint) and not (hint is int and isinstance(value, bool))
    return None if fits else _Misfit("", value, hint)


def _nearest(misfits: list[_Misfit | None], value: object, hint: _Type) -> _Misfit:
    """What is wrong with a value of a union: where one of its types fits but for what it holds."""
    inside = [misfit for misfit in misfits if misfit is not None and misfit.path]
    return inside[0] if inside else _Misfit("", value, hint)


def _misfit_in(values: Any, hint: _Type) -> _Misfit | None:
    """The first value that does not fit among any number of one type."""
    origin, inner = _taken_apart(hint)
    if not isinstance(values, origin):
        return _Misfit("", values, hint)
    exactly = _classes_in(inner[0])
    for place, value in enumerate(values):
        misfit = None if type(value) in exactly else _misfit(value, inner[0])
        if misfit is not None:
            return _Misfit(f"[{place}]{misfit.path}", misfit.value, misfit.type)
    return None


def _misfit_in_row(values: object, hint: _Type) -> _Misfit | None:
    """The first value that does not fit in a row of so many, each of its own type."""
    inner = typing.get_args(hint)
    if not isinstance(values, tuple) or len(values) != len(inner):
        return _Misfit("", values, hint)
    for place, (value, one) in enumerate(zip(values, inner, strict=True)):
        misfit = _misfit(value, one)
        if misfit is not None:
            return _Misfit(f"[{place}]{misfit.path}", misfit.value, misfit.type)
    return None


def _taken_apart(hint: _Type) -> tuple[_Type, tuple[_Type, ...]]:
    return typing.get_origin(hint), typing.get_args(hint)


def _bounded(value: object, bounds: tuple[object, ...]) -> bool:
    number = cast("Any", value)
    for one in bounds:
        if isinstance(one, Ge) and not number >= one.ge:
            return False
        if isinstance(one, Predicate) and not one.func(value):
            return False
    return True


def _written(hint: _Type) -> str:
    """Write a type as a person would say it."""
    origin, inner = _taken_apart(hint)
    if origin is tuple and inner[-1] is not Ellipsis:
        return f"a tuple of {len(inner)}: {', '.join(map(_written, inner))}"
    if origin in (tuple, PVector):
        return f"a {_COLLECTIONS[origin]} of {_written(inner[0])}"
    if origin in _UNIONS:
        return " or ".join(map(_written, inner))
    if origin is Literal:
        return " or ".join(map(repr, inner))
    if origin is Annotated:
        said = [one.documentation for one in inner[1:] if isinstance(one, DocInfo)]
        bounds = [f" of {one.ge} or more" for one in inner[1:] if isinstance(one, Ge)]
        return said[0] if said else _written(inner[0]) + "".join(bounds)
    if origin is Callable:
        return "a function"
    return "None" if hint is type(None) else str(hint.__name__)
