"""Inputs: what is handed to an agent, by whom, and what of it may join a turn."""

from __future__ import annotations

from typing import Final, Literal, TypeAlias

from attrs import frozen

from ctxfn.messages import Media

__all__ = ["HostNotice", "Input", "InstructionKind", "Person", "Quote", "Trigger", "TurnOrigin"]

#: Why an input comes now.
Trigger: TypeAlias = Literal["direct", "immediate", "interval", "idle", "proactive"]

#: Inputs that are told to the model as a block, not as something a person said.
InstructionKind: TypeAlias = Literal["delegation", "notice", "idle"]

_ADDRESSING: Final = frozenset({"direct", "immediate", None})


@frozen
class Person:
    """An account that may authorise something: where it is, and whose."""

    platform: str
    user_id: str


@frozen
class Quote:
    """What an input quotes; a speaker who is not known is `None`."""

    text: str
    speaker: str | None = None


@frozen
class HostNotice:
    """A notice of the host. `untrusted` is what others wrote: it never leaves its turn."""

    kind: str
    id: str
    untrusted: str | None = None
    reply_to: str | None = None


@frozen
class TurnOrigin:
    """The turn a continuation comes from: who took part, and whose words it was, if one's."""

    turn: str
    participants: tuple[Person, ...] = ()
    speaker: str | None = None


@frozen
class Input:
    """One incoming message. Its `key` is its own among all inputs of a session.

    `source` names what injected it (a schedule, a workflow); without one, and unless it is an
    instruction, a person sent it. `actor` authorises it, if not the speaker. `arrival` is the
    number the gateway gave it. `nickname` and `user_id` are the speaker's.
    """

    key: str
    content: str
    session: str
    platform: str
    user_id: str | None = None
    nickname: str | None = None
    message_id: str | None = None
    media: tuple[Media, ...] = ()
    attachment_notes: tuple[str, ...] = ()
    quote: Quote | None = None
    source: str | None = None
    source_session: str | None = None
    trigger: Trigger | None = None
    actor: Person | None = None
    host_notice: HostNotice | None = None
    origin: TurnOrigin | None = None
    group: str | None = None
    arrival: int | None = None

    @property
    def instruction(self) -> InstructionKind | None:
        """As which instruction it is told, if as one."""
        if self.trigger == "proactive":
            return "delegation"
        if self.host_notice is not None:
            return "notice"
        return "idle" if self.trigger == "idle" else None

    @property
    def is_human(self) -> bool:
        """Whether a person sent it."""
        return self.source is None and self.instruction is None

    @property
    def is_kept(self) -> bool:
        """Whether it is archived at all: the prompt of an idle turn never is."""
        return self.instruction != "idle"

    @property
    def is_addressed(self) -> bool:
        """Whether it speaks to the agent."""
        return self.source is None and self.trigger in _ADDRESSING and self.instruction is None
