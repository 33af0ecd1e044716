"""What an agent may be given: archive, log, models, tools and the rest, each looked up when it is used."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from contextlib import AbstractAsyncContextManager
from typing import Protocol, TypeAlias

from attrs import frozen

from ctxfn.io.archive import Archive
from ctxfn.io.models import ModelClient
from ctxfn.io.runner.tools import AgentTool
from ctxfn.turns import Agent, AgentEvent, Layer, Log, Model, ModelChoice, Place
from ctxfn.turns.exchange import Reply

__all__ = [
    "Gateway",
    "Logs",
    "OfferedModel",
    "Provided",
    "SessionLog",
    "SettingsStore",
    "Texts",
]


class SessionLog(Protocol):
    """The log of one session, open; `found` is what it held when it was opened."""

    @property
    def found(self) -> Log:
        """How it began, and what happened since."""
        ...

    async def append(self, *events: AgentEvent) -> None:
        """Write *events*; once it returns, they survive a crash."""
        ...

    async def compact(self, agent: Agent, *, forget: bool = False) -> None:
        """Let it begin anew with *agent*; at each moment the old one or the new one is there, whole.

        *forget*: nothing of what was in it may be left anywhere.
        """
        ...


class Logs(Protocol):
    """Whoever keeps a log for each session: `logs_in` does, in a folder."""

    def open(self, session: str, agent: Agent, /) -> AbstractAsyncContextManager[SessionLog]:
        """Open the log of *session* for one writer; a new one begins with *agent*."""
        ...

    async def sessions(self) -> tuple[str, ...]:
        """The sessions that have one."""
        ...


class SettingsStore(Protocol):
    """Whoever keeps what is set, layer by layer."""

    async def layers(self, session: str, platform: str, /) -> Sequence[Layer]:
        """What is set for *session* and around it."""
        ...

    async def assign_model(self, session: str, model: ModelChoice | None, /) -> None:
        """Set the model of *session*, or let it go by what is set around it."""
        ...


@frozen
class OfferedModel:
    """A model that can be called, and its client."""

    model: Model
    client: ModelClient

    @property
    def choice(self) -> ModelChoice:
        """How settings name it."""
        return ModelChoice(self.model.provider, self.model.name)


Gateway: TypeAlias = Callable[[Reply], Awaitable[object]]

Texts: TypeAlias = Callable[[str, str], str | Awaitable[str]]


@frozen
class Provided:
    """What there is now; everything may be missing, and may come and go while turns run.

    `models` are in the order of preference. `persona`, `volatile` and `attachment_note` are asked
    with the session and the platform; `place` and `groups` with the session.
    """

    archive: Archive | None = None
    logs: Logs | None = None
    models: tuple[OfferedModel, ...] = ()
    tools: tuple[AgentTool, ...] | None = None
    settings: SettingsStore | None = None
    gateway: Gateway | None = None
    persona: Texts | None = None
    volatile: Texts | None = None
    attachment_note: Texts | None = None
    place: Callable[[str], Place | Awaitable[Place]] | None = None
    groups: Callable[[str], Sequence[str] | Awaitable[Sequence[str]]] | None = None
