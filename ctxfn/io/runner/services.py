"""What an agent may be given: archive, log, models, tools and the rest, each looked up when it is used."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from typing import Protocol, TypeAlias

from attrs import frozen

from ctxfn.io.archive import Archive
from ctxfn.io.models import ModelClient
from ctxfn.io.runner.tools import AgentTool
from ctxfn.turns import Layer, Model, ModelChoice, Place
from ctxfn.turns.exchange import Reply

__all__ = ["EventLog", "Gateway", "OfferedModel", "Services", "SettingsStore", "Texts"]


class EventLog(Protocol):
    """Whoever keeps the events of sessions, a line each, in the order they came."""

    async def append(self, session: str, line: str, /) -> None:
        """Keep *line*; once it returns, it survives a crash."""
        ...

    async def read(self, session: str, /) -> str:
        """All lines of *session*, each with its end; nothing for one that is not known."""
        ...

    async def clear(self, session: str, /) -> None:
        """Forget the lines of *session*."""
        ...

    async def sessions(self) -> tuple[str, ...]:
        """The sessions that have lines."""
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
class Services:
    """What there is now; everything may be missing, and may come and go while turns run.

    `models` are in the order of preference. `persona`, `volatile` and `attachment_note` are asked
    with the session and the platform; `place` and `groups` with the session.
    """

    archive: Archive | None = None
    log: EventLog | None = None
    models: tuple[OfferedModel, ...] = ()
    tools: tuple[AgentTool, ...] | None = None
    settings: SettingsStore | None = None
    gateway: Gateway | None = None
    persona: Texts | None = None
    volatile: Texts | None = None
    attachment_note: Texts | None = None
    place: Callable[[str], Place | Awaitable[Place]] | None = None
    groups: Callable[[str], Sequence[str] | Awaitable[Sequence[str]]] | None = None
