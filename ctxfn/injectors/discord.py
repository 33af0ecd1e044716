"""Where on Discord the conversation takes place."""

from __future__ import annotations

from typing import Final

from ctxfn.facts import Discord
from ctxfn.messages import enclose, tag
from ctxfn.slots import PREAMBLE, Injector

__all__ = ["discord", "render_discord"]


def render_discord(place: Discord) -> str:
    """Write guild, channel and thread, an element each; a thread alone is no text.

    Contract:
        What is not known or empty is left out; the kind of channel 0 is a kind. Whatever the
        values hold is escaped.

    Complexity: O(characters).

    Source: LobeHub context-engine, Discord context: elements and attributes; it escapes nothing.

    Examples:
        >>> from ctxfn.facts import DiscordChannel, DiscordGuild
        >>> print(render_discord(Discord(DiscordGuild("1", "Makers"), DiscordChannel("2", kind=0))))
        <discord_context>
        <guild id="1" name="Makers" />
        <channel id="2" type="0" />
        </discord_context>
    """
    guild, channel, thread = place.guild, place.channel, place.thread
    if guild is None and channel is None:
        return ""
    lines = []
    if guild is not None:
        lines.append(tag("guild", id=guild.id, name=guild.name or None))
    if channel is not None:
        lines.append(
            tag(
                "channel",
                id=channel.id,
                name=channel.name or None,
                type=channel.kind,
                topic=channel.topic or None,
            )
        )
    if thread is not None:
        lines.append(tag("thread", id=thread.id, name=thread.name or None))
    return enclose("discord_context", *lines)


discord: Final = Injector("discord", PREAMBLE, Discord, render_discord)
