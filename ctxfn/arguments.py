"""Say which argument does not belong, once a function has stumbled over it."""

from __future__ import annotations

import functools
import inspect
import types
import typing
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from typing import Annotated, Final, Literal, ParamSpec, TypeAlias, TypeVar, Union

from ctxfn.errors import CtxfnError, InvalidArgument, shown

__all__ = ["belongs", "blames_arguments"]

P = ParamSpec("P")
R = TypeVar("R")

#: What an annotation is once it is read: a class, or one of the forms of `typing`.
_Hint: TypeAlias = object


def blames_arguments(function: Callable[P, R], /) -> Callable[P, R]:
    """Let *function* name the argument it stumbled over, if there is one that does not belong.

    Looked at are the annotations, and only after something failed: what is handed over rightly
    costs no look, and a function that is called for every word can afford it.

    Contract:
        What raises with arguments that all belong raises as it did: it may be a fault of ours,
        or of a function that was handed over. So do errors of ours. An iterator is not read.

    Complexity: O(1) and the function's; O(size of the arguments) where it failed.

    Source: ours.

    Raises:
        InvalidArgument: from what was raised, with the argument, the value, and what belongs.

    Examples:
        >>> @blames_arguments
        ... def loud(words: str) -> str: return words.upper()
        >>> loud("hi")
        'HI'
        >>> loud(5)
        Traceback (most recent call last):
        ...
        ctxfn.errors.InvalidArgument: loud, words: found 5, expected a text
    """

    @functools.wraps(function)
    def called(*args: P.args, **kwargs: P.kwargs) -> R:
        try:
            return function(*args, **kwargs)
        except (CtxfnError, MemoryError):
            raise
        except Exception as error:
            blamed = _blamed(function, args, kwargs)
            if blamed is None:
                raise
            raise blamed from error

    return called


def _blamed(
    function: Callable[..., object], args: tuple[object, ...], kwargs: Mapping[str, object]
) -> InvalidArgument | None:
    signature = inspect.signature(function)
    try:
        given = signature.bind(*args, **kwargs).arguments
        hints = typing.get_type_hints(function)
    except (NameError, TypeError):  # it was called with a wrong number of them
        return None
    for name, value in given.items():
        hint = hints.get(name, object)
        if signature.parameters[name].kind is inspect.Parameter.VAR_POSITIONAL:
            hint = tuple[hint, ...]  # type: ignore[valid-type]
        if not _belongs(value, hint):
            where = f"{getattr(function, '__name__', 'a function')}, {name}"
            return InvalidArgument(where, shown(value), _words(hint))
    return None


def belongs(value: object, hint: object) -> bool:
    """Say whether *value* is of the kind *hint*; where that cannot be said, it is.

    Contract:
        Unions, literals and what collections hold are looked at; an iterator is not read.

    Complexity: O(size of the value).

    Source: ours.

    Examples:
        >>> belongs((1, 2), tuple[int, ...]), belongs("1", int | None)
        (True, False)
    """
    return _belongs(value, hint)


def _belongs(value: object, hint: _Hint) -> bool:
    origin, inner = typing.get_origin(hint), typing.get_args(hint)
    if origin is Annotated:
        return _belongs(value, inner[0])
    if origin in (Union, types.UnionType):
        return any(_belongs(value, one) for one in inner)
    if origin is Literal:
        return any(value is one or (type(value) is type(one) and value == one) for one in inner)
    if origin is None:
        return _is_a(value, hint)
    return _is_a(value, origin) and _holds(value, origin, inner)


def _is_a(value: object, kind: _Hint) -> bool:
    if kind is float:
        return isinstance(value, int | float)
    if not isinstance(kind, type) or kind is type(None):
        return value is None if kind in (None, type(None)) else True
    try:
        return isinstance(value, kind)
    except TypeError:  # a protocol that says nothing while a program runs
        return True


def _holds(value: object, kind: _Hint, inner: tuple[_Hint, ...]) -> bool:
    """Look at what a collection holds: *inner* says of which kinds."""
    if isinstance(value, Mapping) and isinstance(kind, type) and issubclass(kind, Mapping):
        return all(all(map(_belongs, pair, inner)) for pair in value.items())
    if kind is tuple and isinstance(value, tuple) and inner and inner[-1] is not Ellipsis:
        return len(value) == len(inner) and all(map(_belongs, value, inner))
    if not inner or isinstance(value, Iterator) or not isinstance(value, Collection):
        return True
    return all(_belongs(one, inner[0]) for one in value)


#: What belongs, in words.
_PLAIN: Final[Mapping[_Hint, str]] = {
    str: "a text",
    int: "a whole number",
    float: "a number",
    bool: "True or False",
    bytes: "bytes",
    type(None): "None",
    Callable: "a function",
}


def _words(hint: _Hint) -> str:
    origin, inner = typing.get_origin(hint), typing.get_args(hint)
    if origin is Annotated:
        return _words(inner[0])
    if origin in (Union, types.UnionType):
        return ", or ".join(dict.fromkeys(map(_words, inner)))
    if origin is Literal:
        return ", or ".join(map(repr, inner))
    kind = hint if origin is None else origin
    if isinstance(kind, type) and issubclass(kind, Mapping):
        return "a dict" if not inner else f"a dict from {_words(inner[0])} to {_words(inner[1])}"
    if isinstance(kind, type) and issubclass(kind, Iterable) and inner:
        return f"a row, each {_words(inner[0])}"
    return _PLAIN.get(kind, getattr(kind, "__name__", str(kind)))
