"""A frozen step and its twin, and what both are timed on."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from attrs import frozen

from ctxfn.context import Context
from ctxfn.messages import Messages

__all__ = ["Pair", "Rows", "Told", "told"]

Rows = list[dict[str, Any]]


class Pair(NamedTuple):
    """A frozen step and its twin, and the name of a history on which both have something to do."""

    frozen: Callable[[Messages], Context | Messages]
    twin: Callable[[Rows], object]
    history: str = "chat"


@frozen
class Told:
    """A step that runs where *facts* are known."""

    step: Callable[[Context], Context]
    facts: tuple[object, ...]

    def __call__(self, messages: Messages) -> Context:
        """Run it on *messages*."""
        return self.step(Context.of(messages, *self.facts))


def told(step: Callable[[Context], Context], *facts: object) -> Told:
    """Run *step* where *facts* are known."""
    return Told(step, facts)
