"""What a caller may hand to a verb beside the messages, checked before anything is read."""

from __future__ import annotations

import contextlib
import dataclasses
from collections.abc import Iterable, Iterator
from typing import Literal, TypeAlias, get_args

import attrs

from ctxfn.errors import CtxfnError, shown
from ctxfn.front.errors import ForeignError
from ctxfn.pipeline import OptionError
from ctxfn.tools import Declaration
from ctxfn.wire import Profile

__all__ = [
    "FirstTurn",
    "MidSystem",
    "MissingResult",
    "MissingSignature",
    "OpenCalls",
    "OrphanResult",
    "StartOn",
    "ToolOrder",
    "check_a",
    "check_callable",
    "check_choice",
    "check_count",
    "check_names",
    "check_target",
    "check_text",
    "check_texts",
    "is_record",
    "only_ours",
    "shown",
    "tools_in",
]

MissingResult: TypeAlias = Literal["answer", "drop_call"]
OrphanResult: TypeAlias = Literal["drop", "keep_as_text"]
OpenCalls: TypeAlias = Literal["answer", "leave"]
MidSystem: TypeAlias = Literal["demote", "hoist"]
FirstTurn: TypeAlias = Literal["drop", "prepend"]
MissingSignature: TypeAlias = Literal["stand_in", "leave"]
StartOn: TypeAlias = Literal["any", "user"]
ToolOrder: TypeAlias = Literal["given", "name"]


@contextlib.contextmanager
def only_ours(verb: str) -> Iterator[None]:
    """Let only errors of ours leave *verb*: whatever else raises inside becomes their cause.

    Raises:
        ForeignError: something that is not ours was raised.
    """
    try:
        yield
    except (CtxfnError, MemoryError):
        raise
    except Exception as error:
        raise ForeignError(verb, f"{type(error).__name__}: {_words(error)}") from error


def check_text(verb: str, **options: object) -> None:
    """Refuse what is neither a text nor ``None``.

    Raises:
        OptionError: names the option.
    """
    for name, value in options.items():
        if value is not None and not isinstance(value, str):
            raise OptionError(verb, name, shown(value), "a text, or None")


def check_target(verb: str, to: object) -> None:
    """Refuse what names no target.

    Raises:
        OptionError: says what does.
    """
    if to is not None and not isinstance(to, str | Profile):
        raise OptionError(verb, "to", shown(to), "a target's name, or a Profile")


def check_a(verb: str, name: str, value: object, kind: type) -> None:
    """Refuse what is neither a *kind* nor ``None``.

    Raises:
        OptionError: names the option.
    """
    if value is not None and not isinstance(value, kind):
        raise OptionError(verb, name, shown(value), f"a {kind.__name__}, or None")


def is_record(value: object) -> bool:
    """Say whether *value* is a record that cannot change, of whatever library.

    Complexity: O(1).
    """
    kind = type(value)
    if kind.__hash__ is None or isinstance(value, type):
        return False
    if dataclasses.is_dataclass(kind):
        return bool(kind.__dataclass_params__.frozen)  # type: ignore[attr-defined]
    return attrs.has(kind) or (isinstance(value, tuple) and hasattr(kind, "_fields"))


def check_callable(verb: str, **options: object) -> None:
    """Refuse what can neither be called nor is ``None``.

    Raises:
        OptionError: names the option.
    """
    for name, value in options.items():
        if value is not None and not callable(value):
            raise OptionError(verb, name, shown(value), "a function, or None")


def check_choice(verb: str, choices: object, **options: object) -> None:
    """Refuse what is none of *choices*, a `Literal` of this module.

    Raises:
        OptionError: names the option, and what it may be.
    """
    known = get_args(choices)
    *others, last = map(repr, known)
    for name, value in options.items():
        if not isinstance(value, str) or value not in known:
            raise OptionError(verb, name, shown(value), f"{', '.join(others)} or {last}")


def check_count(verb: str, *, optional: bool = False, **options: object) -> None:
    """Refuse what is no whole number of 0 or more, nor, if *optional*, ``None``.

    Raises:
        OptionError: names the option.
    """
    expected = f"a whole number of 0 or more{', or None' if optional else ''}"
    for name, value in options.items():
        if value is None and optional:
            continue
        if not isinstance(value, int) or isinstance(value, bool) or value < 0:
            raise OptionError(verb, name, shown(value), expected)


def check_texts(verb: str, **options: object) -> None:
    """Refuse what is no tuple of texts: one text alone would be the tuple of its letters.

    Raises:
        OptionError: names the option.
    """
    for name, value in options.items():
        if not isinstance(value, tuple) or not all(isinstance(one, str) for one in value):
            raise OptionError(verb, name, shown(value), "a tuple of texts")


def check_names(verb: str, name: str, value: object) -> tuple[str, ...] | None:
    """Read an option that lists names; one text alone is a list of one.

    Raises:
        OptionError: names the option.
    """
    if value is None or isinstance(value, str):
        return None if value is None else (value,)
    named = tuple(value) if isinstance(value, Iterable) and not isinstance(value, bytes) else None
    if named is None or not all(isinstance(one, str) for one in named):
        raise OptionError(verb, name, shown(value), "a list of texts, or None")
    return named


def tools_in(verb: str, value: object) -> list[Declaration | dict[str, object]] | None:
    """Read the option ``tools``: declarations, or dicts as the format writes them.

    Raises:
        OptionError: it is no list, or one of its entries is neither.
    """
    if value is None:
        return None
    if not isinstance(value, Iterable) or isinstance(value, str | bytes | dict):
        raise OptionError(verb, "tools", shown(value), "a list of tools, or None")
    tools: list[Declaration | dict[str, object]] = []
    for number, one in enumerate(value):
        if not isinstance(one, Declaration | dict):
            expected = "a Declaration, or a dict as the API takes it"
            raise OptionError(verb, f"tools[{number}]", shown(one), expected)
        tools.append(one)
    return tools


def _words(error: Exception) -> str:
    try:
        return str(error)
    except Exception:
        return "its message cannot be written"
