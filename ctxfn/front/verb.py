"""A verb that gives the payload alone, or, asked for its report, all there is to tell."""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Generic, ParamSpec, Protocol, TypeVar

__all__ = ["Verb"]

P = ParamSpec("P")


class Reported(Protocol):
    """What a report holds at least: the payload, fresh and the caller's."""

    @property
    def output(self) -> object:
        """A list for a list, a body for a body."""


R = TypeVar("R", bound=Reported)


class Verb(Generic[P, R]):
    """A verb made of its report, so that its options are declared in one place.

    ``verb(...)`` gives the payload alone, ``verb.report(...)`` the whole report.
    """

    __name__: str
    __qualname__: str

    def __init__(self, report: Callable[P, R]) -> None:
        functools.update_wrapper(self, report)
        self.__name__ = self.__qualname__ = report.__name__.removeprefix("_")
        self.report: Callable[P, R] = report

    def __call__(self, /, *given: P.args, **options: P.kwargs) -> object:
        """Return what the report holds as `output`."""
        return self.report(*given, **options).output

    def __reduce__(self) -> str:
        return self.__qualname__

    def __repr__(self) -> str:
        return self.__qualname__
