"""How long each thing may take, so that a stop always ends."""

from __future__ import annotations

from attrs import fields, frozen

from ctxfn.errors import InvalidArgument, shown
from ctxfn.tokens import is_finite

__all__ = ["RunnerLimits"]


@frozen
class RunnerLimits:
    """Seconds for a hook, a write to archive or log, the preparation, the sending, and a call of a model.

    `grace`: what a turn has to settle when the program ends, before everything it waits for is
    cancelled. `tools_at_once`: how many calls of one session run side by side. A tool has its own limit.

    Raises:
        InvalidArgument: one of them is no number above zero.
    """

    hook: float = 30.0
    archive: float = 30.0
    prepare: float = 30.0
    send: float = 30.0
    model: float = 600.0
    grace: float = 10.0
    tools_at_once: int = 8

    def __attrs_post_init__(self) -> None:
        for one in fields(RunnerLimits):
            value: object = getattr(self, one.name)
            number = isinstance(value, int | float) and not isinstance(value, bool)
            if not (number and is_finite(getattr(self, one.name)) and getattr(self, one.name) > 0):
                raise InvalidArgument(f"RunnerLimits, {one.name}", shown(value), "above 0")
        at_once: object = self.tools_at_once
        if not isinstance(at_once, int):
            found = shown(at_once)
            raise InvalidArgument("RunnerLimits, tools_at_once", found, "a whole number above 0")
