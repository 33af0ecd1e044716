"""The word of a step that some of its options do nothing without another."""

from __future__ import annotations

import types
from collections.abc import Callable, Mapping
from inspect import Parameter
from typing import TypeVar

from ctxfn.errors import check_argument
from ctxfn.pipeline.errors import OptionError, printed

__all__ = ["check_beside", "only_beside"]

F = TypeVar("F", bound=Callable[..., object])


def only_beside(option: str, *others: str) -> Callable[[F], F]:
    """Declare that *others* do something beside *option* alone; stands under `@processor`.

    An option that is not looked at is a wish not granted: it is refused where it is written.

    Contract:
        The function itself, with the word remembered on it. A step with one of *others*
        at more than its default, and *option* off, is an `OptionError`.

    Complexity: O(others).

    Source: ours.

    Raises:
        InvalidArgument: it is no function.

    Examples:
        >>> from ctxfn.messages import Messages
        >>> from ctxfn.pipeline import processor
        >>> @processor
        ... @only_beside("cut", "size")
        ... def trim(messages: Messages, /, *, cut: bool = False, size: int = 0) -> Messages:
        ...     return messages[-size:] if cut else messages
        >>> trim(size=3)
        Traceback (most recent call last):
        ...
        ctxfn.pipeline.errors.OptionError: trim: option size: found 3, expected cut=True beside it
    """

    def mark(function: F) -> F:
        check_argument("only_beside", function, types.FunctionType, "a function")
        before = getattr(function, "only_beside", {})
        function.only_beside = {**before, **dict.fromkeys(others, option)}  # type: ignore[attr-defined]
        return function

    return mark


def check_beside(
    step: str,
    function: object,
    options: Mapping[str, object],
    declared: Mapping[str, Parameter],
) -> None:
    """Refuse those of *options* that *function* looks at beside another only, which is off.

    Complexity: O(options).

    Raises:
        OptionError: naming step, option, what was found and what has to be beside it.
    """
    asked: Mapping[str, str] = getattr(function, "only_beside", {})
    for name, other in asked.items():
        value = options.get(name, declared[name].default)
        if value != declared[name].default and not options.get(other, declared[other].default):
            raise OptionError(step, name, printed(value), f"{other}=True beside it")
