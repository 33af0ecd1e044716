"""A frozen step and its twin, and what both are timed on."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from ctxfn.context import Context
from ctxfn.messages import Messages

__all__ = ["Pair", "Rows", "told"]

Rows = list[dict[str, Any]]


class Pair(NamedTuple):
    """A frozen step and its twin, and the name of a history on which both have something to do."""

    frozen: Callable[[Messages], Context | Messages]
    twin: Callable[[Rows], object]
    history: str = "chat"


def told(step: Callable[[Context], Context], *facts: object) -> Callable[[Messages], Context]:
    """Run *step* where *facts* are known."""
    return lambda messages: step(Context.of(messages, *facts))
