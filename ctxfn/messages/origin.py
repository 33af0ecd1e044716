"""Where a message comes from, as its store or we know it."""

from __future__ import annotations

from typing import Final

from attrs import frozen

from ctxfn.messages.brief import briefly

__all__ = ["NOWHERE", "Origin"]


@briefly
@frozen
class Origin:
    """What a store knows about a message. Times are milliseconds since 1970.

    `ours` names the step or injector that made the message; ``None``: it was said.
    """

    parent: str | None = None
    agent: str | None = None
    agent_name: str | None = None
    avatar: str | None = None
    thread: str | None = None
    topic: str | None = None
    group: str | None = None
    target: str | None = None
    created_ms: int | float | None = None
    updated_ms: int | float | None = None
    model: str | None = None
    provider: str | None = None
    ours: str | None = None


#: Nothing is known; shared, so that most messages cost no origin.
NOWHERE: Final = Origin()
