"""Where on Discord the conversation takes place."""

from __future__ import annotations

from typing import ClassVar, Literal

from attrs import frozen

from ctxfn.facts.check_fields import check_fields

__all__ = ["Discord", "DiscordChannel", "DiscordGuild", "DiscordThread"]


@frozen
class DiscordGuild:
    """A server."""

    id: str
    name: str | None = None

    __attrs_post_init__ = check_fields


@frozen
class DiscordChannel:
    """A channel; `kind` is Discord's number for what sort of channel it is, 0 included."""

    id: str
    name: str | None = None
    kind: int | str | None = None
    topic: str | None = None

    __attrs_post_init__ = check_fields


@frozen
class DiscordThread:
    """A thread of a channel."""

    id: str
    name: str | None = None

    __attrs_post_init__ = check_fields


@frozen
class Discord:
    """The place; a thread means nothing without a guild or a channel.

    Raises:
        InvalidFact: a field holds what it cannot.
    """

    CHANGES: ClassVar[Literal["never", "turn", "step"]] = "never"

    guild: DiscordGuild | None = None
    channel: DiscordChannel | None = None
    thread: DiscordThread | None = None

    __attrs_post_init__ = check_fields
