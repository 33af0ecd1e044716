"""Steps and the processors they are made of: call one with data, or with options alone."""

from __future__ import annotations

import functools
import inspect
import operator
import typing
from collections.abc import Callable
from typing import Any, Concatenate, Generic, ParamSpec, cast, overload

from attrs import field, frozen
from pyrsistent import PVector

from ctxfn.context import AnyNote, Context
from ctxfn.messages import Messages
from ctxfn.pipeline.answers import (
    check_context,
    check_messages,
    check_notes,
    check_vector,
    described,
)
from ctxfn.pipeline.diff import with_drops
from ctxfn.pipeline.errors import OptionError, PipelineError, printed
from ctxfn.pipeline.only_beside import check_beside
from ctxfn.pipeline.options import check_option

__all__ = ["Changed", "Processor", "Step", "is_validator", "processor", "validator"]

P = ParamSpec("P")


@frozen
class Changed:
    """What a processor returns when its messages alone do not tell what it did."""

    messages: Messages
    notes: tuple[AnyNote, ...] = ()

    def __attrs_post_init__(self) -> None:
        check_vector("the messages of Changed", self.messages)
        check_notes("the notes of Changed", self.notes)


class Processor(Generic[P]):
    """What `@processor` makes of a function: the same function, and a factory of steps."""

    __name__: str
    __qualname__: str

    def __init__(self, function: Callable[..., Messages | Changed | Context]) -> None:
        named = getattr(function, "__name__", None)
        if not callable(function) or not isinstance(named, str):
            expected = "a function with a name; options go by keyword"
            raise PipelineError("a processor", printed(function), expected)
        functools.update_wrapper(self, function)
        self.function: Callable[..., Messages | Changed | Context] = function

    @functools.cached_property
    def signature(self) -> inspect.Signature:
        """The function's signature; its first parameter is the data, the rest are options."""
        expected = "a parameter for the data, and then options by keyword"
        try:
            signature = inspect.signature(self.function)
        except (TypeError, ValueError) as error:
            raise PipelineError(f"processor {self.__name__}", str(error), expected) from error
        if not signature.parameters:
            raise PipelineError(f"processor {self.__name__}", "no parameters", expected)
        return signature

    @functools.cached_property
    def hints(self) -> dict[str, object]:
        """The annotations of the options, resolved."""
        try:
            return typing.get_type_hints(self.function, include_extras=True)
        except NameError as error:
            expected = "annotations whose names exist when it runs, not for checkers alone"
            raise PipelineError(f"processor {self.__name__}", str(error), expected) from error

    @functools.cached_property
    def declared(self) -> dict[str, inspect.Parameter]:
        """The options it takes, in the order of the signature."""
        options = list(self.signature.parameters.values())[1:]
        for option in options:
            loose = option.kind in (option.VAR_KEYWORD, option.VAR_POSITIONAL)
            if loose or option.name not in self.hints:
                found = f"option {option}"
                expected = "options by keyword, each with a name and an annotation"
                raise PipelineError(f"processor {self.__name__}", found, expected)
        return {option.name: option for option in options}

    @functools.cached_property
    def on_context(self) -> bool:
        """Whether the function takes a context rather than messages."""
        return self.hints.get(next(iter(self.signature.parameters))) is Context

    def apply(self, messages: Messages, options: dict[str, Any]) -> Messages | Changed:
        """Run the function on bare messages."""
        if self.on_context:
            after = self.on(Context(messages), options)
            return Changed(after.messages, tuple(after.notes))
        result: object = self.function(messages, **options)
        found = result.messages if isinstance(result, Changed) else result
        check_messages(f"what {self.__name__} returned", messages, found)
        return cast("Messages | Changed", result)

    def on(self, context: Context, options: dict[str, Any]) -> Context:
        """Run the function on a context; only for one that takes it."""
        after: object = self.function(context, **options)
        return check_context(f"what {self.__name__} returned", context, after)

    def step(self, options: dict[str, object]) -> Step:
        """Make the step with *options*, refusing what the signature does not allow."""
        declared = self.declared
        for name, value in options.items():
            if name not in declared:
                known = f"one of: {', '.join(declared)}" if declared else "no options at all"
                raise OptionError(self.__name__, name, printed(value), known)
        for name, parameter in declared.items():
            if parameter.default is parameter.empty and name not in options:
                raise OptionError(self.__name__, name, "nothing", "a value: it has no default")
        for name, value in options.items():
            check_option(self.__name__, name, value, self.hints[name])
        check_beside(self.__name__, self.function, options, declared)
        return Step(self, tuple(sorted(options.items(), key=operator.itemgetter(0))))

    #: Whether it notes itself whatever it drops.
    tells_drops = False

    #: Whether a run that skips failing steps must stop at this one all the same.
    validates = False

    def __reduce__(self) -> str:
        return self.__qualname__

    def __repr__(self) -> str:
        return self.__qualname__

    @overload
    def __call__(self, given: Context, /, *args: P.args, **options: P.kwargs) -> Context: ...
    @overload
    def __call__(self, given: Messages, /, *args: P.args, **options: P.kwargs) -> Messages: ...
    @overload
    def __call__(self, *args: P.args, **options: P.kwargs) -> Step: ...
    def __call__(self, /, *given: object, **options: object) -> object:  # type: ignore[misc]
        if len(given) > 1:
            found = f"{len(given)} positional arguments"
            raise OptionError(self.__name__, "data", found, "one; options go by name")
        step = self.step(options)
        for data in given:
            return step(cast("Messages", data))
        return step


@frozen(repr=False)
class Step:
    """A processor with its options: a value that runs on a context or on bare messages.

    Prints as it was written, compares, hashes and pickles by reference to its processor.
    """

    factory: Processor[...]
    options: tuple[tuple[str, object], ...] = field(default=(), eq=lambda options: _typed(options))

    def __attrs_post_init__(self) -> None:
        if not isinstance(self.factory, Processor):
            raise PipelineError("a step's factory", printed(self.factory), "a processor")

    @property
    def name(self) -> str:
        """The processor's name."""
        return self.factory.__name__

    @overload
    def __call__(self, given: Context, /) -> Context: ...
    @overload
    def __call__(self, given: Messages, /) -> Messages: ...
    def __call__(self, given: object, /) -> Context | Messages:
        if isinstance(given, Context):
            return self._on_context(given)
        if isinstance(given, PVector):
            result = self.factory.apply(given, dict(self.options))
            return result.messages if isinstance(result, Changed) else result
        expected = "a Context, or messages as a vector: ctxfn.messages.chat(*nodes)"
        raise OptionError(self.name, "data", described(given), expected)

    def _on_context(self, context: Context) -> Context:
        if context.stopped is not None:
            return context
        if self.factory.on_context:
            after = self.factory.on(context, dict(self.options))
            return with_drops(self.name, context, after)
        result = self.factory.apply(context.messages, dict(self.options))
        if isinstance(result, Changed):
            after = context.with_messages(result.messages, *result.notes)
        else:
            after = context.with_messages(result)
        return after if self.factory.tells_drops else with_drops(self.name, context, after)

    def __repr__(self) -> str:
        options = ", ".join(f"{name}={value!r}" for name, value in self.options)
        return f"{self.factory!r}({options})"


@overload
def processor(function: Callable[Concatenate[Context, P], Context]) -> Processor[P]: ...
@overload
def processor(function: Callable[Concatenate[Messages, P], Messages]) -> Processor[P]: ...
@overload
def processor(function: Callable[Concatenate[Messages, P], Changed]) -> Processor[P]: ...
@overload
def processor(
    function: Callable[Concatenate[Messages, P], Messages | Changed],
) -> Processor[P]: ...
def processor(function: Callable[..., Messages | Changed | Context]) -> Processor[...]:
    """Make *function* a processor: call it with data and it runs, without and it waits.

    The function takes messages (or a `Context`, when it needs facts) positional-only and its
    options by keyword, each annotated; it returns messages, a context, or `Changed`.

    Contract:
        A missing, unknown or wrong option is an `OptionError` on the line that declares it.
        On a context that is stopped a step does nothing.

    Complexity: what the function costs; the wrapping is O(options).

    Source: ours. `toolz.curry` turns a forgotten option into another function.

    Examples:
        >>> from ctxfn.messages import chat, user
        >>> @processor
        ... def first(messages: Messages, /, *, nodes: int = 1) -> Messages:
        ...     return messages[:nodes]
        >>> len(first(chat(user("a"), user("b"))))
        1
        >>> first(nodes=2)
        first(nodes=2)
    """
    return Processor(function)


@overload
def validator(function: Callable[Concatenate[Context, P], Context]) -> Processor[P]: ...
@overload
def validator(function: Callable[Concatenate[Messages, P], Messages]) -> Processor[P]: ...
def validator(function: Callable[..., Messages | Context]) -> Processor[...]:
    """Make *function* a processor that refuses bad messages: its failures are never skipped.

    Contract:
        As `processor`, but what it raises ends a run that skips other failures.

    Complexity: as `processor`.

    Source: ours.

    Examples:
        >>> from ctxfn.messages import chat
        >>> @validator
        ... def not_empty(messages: Messages, /) -> Messages:
        ...     if not messages:
        ...         raise ValueError("empty")
        ...     return messages
        >>> is_validator(not_empty())
        True
    """
    made = Processor[...](function)
    made.validates = True
    return made


def is_validator(step: object) -> bool:
    """Say whether *step* is made of a `validator`."""
    return getattr(getattr(step, "factory", None), "validates", False) is True


def _typed(value: object) -> object:
    """Tell apart what Python calls equal and a step does not: ``1``, ``1.0`` and ``True``."""
    if isinstance(value, tuple):
        return (type(value), *map(_typed, value))
    return (type(value), value)
