"""Call anything with one value that does not belong, and say what came of it."""

from __future__ import annotations

import asyncio
import inspect
import types
import typing
from collections.abc import Callable, Coroutine, Iterator, Mapping
from datetime import UTC, datetime
from typing import Annotated, Any, Final, Literal, TypeAlias, Union, get_args, get_origin

import attrs
from pyrsistent import pmap

from ctxfn.assembly import Policy
from ctxfn.context import Context, Known, Note
from ctxfn.errors import CtxfnError
from ctxfn.facts import AgentDocuments, Clock, Knowledge, MemoryIdentity
from ctxfn.messages import Block, User, chat, user
from ctxfn.pipeline import (
    Adapted,
    MustFollow,
    Pipeline,
    Registered,
    Registry,
    Spec,
    Step,
    must_follow,
    phase,
    processor,
)
from ctxfn.slots import TAIL, Slot
from ctxfn.tokens import Counter, Ledger, estimate, ledger_of
from ctxfn.wire import Codec, Conversation, Profile, codec_named, profile

__all__ = ["NASTY", "faults_of", "good", "methods_of", "parameters_of", "swept"]

_Hint: TypeAlias = Any


def cyclic() -> list[object]:
    """A list that holds itself."""
    row: list[object] = []
    row.append(row)
    return row


#: What does not belong, by what it is called in a report.
NASTY: Final[Mapping[str, object]] = {
    "None": None,
    "a number": 5,
    "no number": float("nan"),
    "a text": "x",
    "half a character": "\ud800",
    "an empty list": [],
    "a list of numbers": [5],
    "a list of texts": ["x"],
    "keys of two kinds": {1: 2, "a": 3},
    "a list in itself": cyclic(),
    "an object": object(),
    "a tuple of numbers": (5,),
    "a tuple of None": (None,),
    "a class": int,
    "a function": len,
}

_CHAT: Final = chat(user("hi"))


def _step(context: Context) -> Context:
    return context


def _other(context: Context) -> Context:
    return context


#: A processor of a class.
_OF_A_CLASS: Final = types.SimpleNamespace(process=lambda context: context)


#: What belongs where a hint does not say it by itself.
_GOOD: Final[Mapping[object, object]] = {
    str: "x",
    int: 1,
    type[Any]: int,
    float: 1.0,
    bool: True,
    bytes: b"[]",
    object: "x",
    type: int,
    types.NoneType: None,
    Context: Context(_CHAT),
    Known: Known.of(),
    Pipeline: Pipeline((phase("p", "why", _step),)),
    Registry: Registry(),
    Registered: Registered("x", _step),
    Spec: Spec(),
    Slot: TAIL,
    Block: Block("x", "y", "z"),
    User: user("hi"),
    Note: Note("s", "k", "t"),
    Counter: estimate(),
    Ledger: ledger_of(_CHAT, estimate()),
    Profile: profile("openai/compatible"),
    Knowledge: Knowledge(),
    AgentDocuments: AgentDocuments(),
    Clock: Clock(datetime(2026, 3, 1, tzinfo=UTC)),
    MemoryIdentity: MemoryIdentity(),
    Policy: Policy(),
    Adapted: Adapted(_OF_A_CLASS),
    MustFollow: must_follow(_step, _other, because="so"),
    Step: processor(_step)(),
    Conversation: Conversation(_CHAT),
    Codec: codec_named("openai_chat"),
}


#: What belongs where the hint says too little, by the parameter's name.
_BY_NAME: Final[Mapping[str, object]] = {
    "messages": _CHAT,
    "given": _CHAT,
    "clock": lambda: 0.0,
    "processor": _OF_A_CLASS,
    "factory": processor(_step),
    "to": "openai",
    "provides": (int,),
    "what": (),
    "function": _step,
    "fact": int,
    "later": _step,
    "earlier": _step,
}


def good(hint: _Hint) -> object:
    """Make a value that belongs where *hint* stands."""
    origin: Any = get_origin(hint)
    inner = get_args(hint)
    if hint in _GOOD:
        return _GOOD[hint]
    if origin is Annotated:
        return good(inner[0])
    if origin is Literal:
        return inner[0]
    if origin in (Union, types.UnionType):
        return None if types.NoneType in inner else good(inner[0])
    if origin is tuple and inner and inner[-1] is not Ellipsis:
        return tuple(map(good, inner))
    if isinstance(hint, type) and attrs.has(hint):
        return hint(**{name: good(its) for name, its in parameters_of(hint).items()})
    return _container(origin or hint)


def _container(kind: object) -> object:
    name = getattr(kind, "__name__", "")
    if name == "PVector":
        return _CHAT
    if kind is type:
        return int
    if kind is Callable or name == "Callable":
        return _step
    return {"Mapping": {}, "dict": {}, "frozenset": frozenset(), "PMap": pmap()}.get(name, ())


def parameters_of(function: Callable[..., object]) -> dict[str, _Hint]:
    """Its parameters with their hints: those it needs, and then the others."""
    parameters = inspect.signature(function).parameters
    if isinstance(function, type):
        hints = _hints(function) | _hints(function.__init__)  # type: ignore[misc]
    else:
        hints = _hints(getattr(function, "function", function))
    return {
        name: hints.get(name, _from_words(str(parameter.annotation)))
        for name, parameter in parameters.items()
        if parameter.kind is not parameter.VAR_KEYWORD
    }


def _from_words(annotation: str) -> _Hint:
    """What is known of a hint whose names are for type checkers alone."""
    return Callable[..., object] if annotation.startswith("Callable") else object


def _hints(owner: object) -> dict[str, _Hint]:
    try:
        return typing.get_type_hints(owner, include_extras=True)
    except (NameError, TypeError):
        return {}


def swept(function: Callable[..., object]) -> Iterator[tuple[str, Callable[[], object]]]:
    """Yield a call for each parameter and each value that does not belong there, with its words."""
    hints = parameters_of(function)
    kinds = inspect.signature(function).parameters
    for name in hints:
        for words, value in NASTY.items():
            if callable(value) and _may_be_called(hints[name]):
                continue  # what a function of the caller's own raises is the caller's
            given = {
                one: value if one == name else _sample(one, hint)
                for one, hint in hints.items()
                if one == name or kinds[one].default is inspect.Parameter.empty
            }
            yield f"{name}={words}", _call(function, kinds, given)


def _may_be_called(hint: _Hint) -> bool:
    origin: Any = get_origin(hint)
    if origin in (Union, types.UnionType, Annotated):
        return any(map(_may_be_called, get_args(hint)))
    return bool(origin is Callable)


def methods_of(made: object) -> Iterator[tuple[str, Callable[..., object]]]:
    """Yield the methods of a value that anybody may call, by name."""
    for name, what in inspect.getmembers_static(type(made)):
        plain = isinstance(what, types.FunctionType | staticmethod)
        if plain and (name == "__call__" or not name.startswith("_")):
            yield name, getattr(made, name)


def _sample(name: str, hint: _Hint) -> object:
    return _BY_NAME[name] if name in _BY_NAME else good(hint)


def _call(
    function: Callable[..., object],
    kinds: Mapping[str, inspect.Parameter],
    given: Mapping[str, object],
) -> Callable[[], object]:
    by_place: list[object] = []
    by_name: dict[str, object] = {}
    for name, parameter in kinds.items():
        if parameter.kind is parameter.KEYWORD_ONLY or name not in given:
            by_name |= {name: given[name]} if name in given else {}
        elif by_name and parameter.kind is parameter.POSITIONAL_OR_KEYWORD:
            by_name[name] = given[name]
        else:
            by_place.append(given[name])
    return lambda: _finished(function(*by_place, **by_name))


def _finished(answer: object) -> object:
    """Run what waits, and read what comes one by one, so that it fails here."""
    if isinstance(answer, Coroutine):
        return asyncio.run(answer)
    return list(answer) if isinstance(answer, Iterator) else answer


def faults_of(function: Callable[..., object]) -> list[str]:
    """Say which calls of *function* end with an error that is none of ours."""
    faults = []
    for words, attempt in swept(function):
        try:
            attempt()
        except CtxfnError as error:
            str(error)
        except Exception as error:
            faults.append(f"{words}: {type(error).__name__}: {str(error)[:80]}")
    return faults
