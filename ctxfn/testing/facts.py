"""Facts of any type, drawn from what their fields declare."""

from __future__ import annotations

import datetime
import functools
import types
import typing
from collections.abc import Callable
from typing import Annotated, Any, Literal, TypeAlias, TypeVar, Union, cast

import attrs
from annotated_types import Ge, Predicate
from hypothesis import reject
from hypothesis import strategies as st
from pyrsistent import PVector, pvector

from ctxfn.errors import CtxfnError
from ctxfn.messages import Verbatim
from ctxfn.testing.conversations import conversations
from ctxfn.testing.texts import texts, verbatims
from ctxfn.wire import Profile, profile, target_names

__all__ = ["facts"]

F = TypeVar("F")

#: A type as it is annotated: a class, or one of the forms of `typing`.
_Hint: TypeAlias = Any

#: Rows hold few: what steps do with two they do with twenty.
_MOST = 2


def facts(kind: type[F], /) -> st.SearchStrategy[F]:
    """Make facts of the type *kind*: one of `ctxfn.facts`, or a record of your own.

    Contract:
        Each field has a value of its annotation; bounds and predicates hold, and what the record
        itself refuses is not drawn. A `Profile` is one of a target that there is; a record of
        another make is what Hypothesis makes of it.

    Complexity: O(values), each.

    Source: ours.

    Examples:
        >>> from ctxfn.facts import TodoList
        >>> from hypothesis import find
        >>> len(find(facts(TodoList), lambda told: len(told.items) == 1).items)
        1
    """
    return _of(cast("Any", kind))


@functools.cache
def _of(hint: _Hint) -> st.SearchStrategy[Any]:
    """Return the strategy for *hint*."""
    origin: Any = typing.get_origin(hint)
    inner = typing.get_args(hint)
    if origin in (Union, types.UnionType):
        return st.one_of(*map(_of, inner))
    if origin is Literal:
        return st.sampled_from(inner)
    if origin is Annotated:
        return _bounded(inner[0], inner[1:])
    if origin is tuple and inner[-1:] != (Ellipsis,):
        return st.tuples(*map(_of, inner))
    if origin is tuple:
        return st.lists(_of(inner[0]), max_size=_MOST).map(tuple)
    if origin is PVector:
        return _messages_or(inner[0])
    if origin is Callable:
        return st.just(_nothing)
    return _of_class(hint)


def _messages_or(inner: _Hint) -> st.SearchStrategy[Any]:
    if attrs.has(inner):
        return st.lists(_of(inner), max_size=_MOST).map(pvector)
    return conversations()


def _of_class(kind: type[Any]) -> st.SearchStrategy[Any]:
    if kind is str:
        return texts()
    if kind is int:
        return st.integers(-1, 10_000_000)
    if kind is Verbatim:
        return verbatims()
    if kind is datetime.datetime:
        return st.datetimes(timezones=st.just(datetime.UTC))
    if kind is Profile:
        return st.sampled_from(target_names()).map(profile)
    if kind is object:  # anything at all: nothing will do
        return st.none()
    if attrs.has(kind):
        return st.deferred(lambda: _record(kind))
    return st.from_type(kind)


def _record(kind: type[Any]) -> st.SearchStrategy[Any]:
    hints = typing.get_type_hints(kind, include_extras=True)
    fields = {one.alias: _of(hints[one.name]) for one in attrs.fields(kind) if one.init}
    return st.fixed_dictionaries(fields).map(functools.partial(_made, kind))


def _made(kind: type[Any], fields: dict[str, object]) -> object:
    try:
        return kind(**fields)
    except CtxfnError:
        reject()


def _bounded(hint: _Hint, bounds: tuple[object, ...]) -> st.SearchStrategy[Any]:
    least = [one.ge for one in bounds if isinstance(one, Ge)]
    if hint is int and least:
        found: st.SearchStrategy[Any] = st.integers(max(map(cast("Any", int), least)), 10**7)
    else:
        found = _of(hint)
    for one in bounds:
        if isinstance(one, Ge):
            found = found.filter(functools.partial(_at_least, one.ge))
        if isinstance(one, Predicate):
            found = found.filter(one.func)
    return found


def _at_least(least: Any, value: Any) -> bool:
    return bool(value >= least)


def _nothing() -> None:
    return None
