"""Hold the values of a fact to the types that its fields declare."""

from __future__ import annotations

import functools
import types
import typing
from typing import Annotated, Any, Final, Literal, NamedTuple, TypeAlias, Union, cast

import attrs
from annotated_types import Ge

from ctxfn.facts.errors import InvalidFact

__all__ = ["check_fields"]

_Type: TypeAlias = Any

_UNIONS: Final = (Union, types.UnionType)


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
        Classes, unions, literals, tuples of one type and lower bounds are checked, in the
        order of the fields; a truth value is no number. Nothing is converted.

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
                kind.__name__, name + misfit.path, _shown(misfit.value), _written(misfit.type)
            )


@functools.cache
def _fields_of(kind: type[Any]) -> tuple[tuple[str, _Type, frozenset[type]], ...]:
    """The fields with their types, and the classes whose values fit without a further look."""
    hints = typing.get_type_hints(kind, include_extras=True)
    names = [field.name for field in attrs.fields(kind)]
    return tuple((name, hints[name], _classes_in(hints[name])) for name in names)


def _classes_in(hint: _Type) -> frozenset[type]:
    origin, inner = _taken_apart(hint)
    every = inner if origin in _UNIONS else (hint,)
    return frozenset(one for one in every if isinstance(one, type) and not typing.get_args(one))


def _misfit(value: object, hint: _Type) -> _Misfit | None:
    origin, inner = _taken_apart(hint)
    if origin is tuple:
        return _misfit_in(value, hint)
    if origin in _UNIONS:
        fits = any(_misfit(value, one) is None for one in inner)
    elif origin is Literal:
        fits = any(type(one) is type(value) and one == value for one in inner)
    elif origin is Annotated:
        fits = _misfit(value, inner[0]) is None and _bounded(value, inner[1:])
    else:
        fits = isinstance(value, hint) and not (hint is int and isinstance(value, bool))
    return None if fits else _Misfit("", value, hint)


def _misfit_in(values: object, hint: _Type) -> _Misfit | None:
    if not isinstance(values, tuple):
        return _Misfit("", values, hint)
    inner = typing.get_args(hint)[0]
    for place, value in enumerate(values):
        misfit = _misfit(value, inner)
        if misfit is not None:
            return _Misfit(f"[{place}]{misfit.path}", misfit.value, misfit.type)
    return None


def _taken_apart(hint: _Type) -> tuple[_Type, tuple[_Type, ...]]:
    return typing.get_origin(hint), typing.get_args(hint)


def _bounded(value: object, bounds: tuple[object, ...]) -> bool:
    number = cast("Any", value)
    return value is None or all(number >= one.ge for one in bounds if isinstance(one, Ge))


def _shown(value: object) -> str:
    try:
        return f"{value!r:.80}"
    except Exception:
        return f"a {type(value).__name__}"


def _written(hint: _Type) -> str:
    """Write a type as a person would say it."""
    origin, inner = _taken_apart(hint)
    if origin is tuple:
        return f"a tuple of {_written(inner[0])}"
    if origin in _UNIONS:
        return " or ".join(map(_written, inner))
    if origin is Literal:
        return " or ".join(map(repr, inner))
    if origin is Annotated:
        bounds = [f" of {one.ge} or more" for one in inner[1:] if isinstance(one, Ge)]
        return _written(inner[0]) + "".join(bounds)
    return "None" if hint is type(None) else str(hint.__name__)
