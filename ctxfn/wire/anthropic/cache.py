"""Markers of the cache: where they stand, and those a target refuses."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from attrs import frozen

from ctxfn.messages import Assistant, Extras, Opaque, System, extra, unusual
from ctxfn.wire.anthropic.written import CODEC
from ctxfn.wire.codec import Conversation
from ctxfn.wire.plain_history import only_words_and_calls

__all__ = ["MARKER_KEY", "MARKER_KEYS", "Marker", "late_markers", "markers_in", "surplus_markers"]

MARKER_KEY: Final = "cache_control"

#: The formats that have markers, and under which key a record carries its own.
MARKER_KEYS: Final[Mapping[str, str]] = MappingProxyType(
    {CODEC: MARKER_KEY, "bedrock": "cachePoint"}
)


@frozen
class Marker:
    """One marker: which message carries it (``None``: a tool), in what of it, and for how long.

    `field` is ``parts``, ``calls``, ``reasoning`` or ``tools``, with a number, or ``extras``: the
    block of a result. `codec` is the format it is in.
    """

    index: int | None
    field: str
    number: int
    long: bool
    system: bool = False
    codec: str = CODEC

    @property
    def path(self) -> tuple[str | int, ...]:
        """Where it stands inside its message as written."""
        key = MARKER_KEYS[self.codec]
        names = {"parts": "content", "calls": "tool_calls"}
        if self.field == "extras":
            return (key,)
        return (names.get(self.field, self.field), self.number, key)


def markers_in(conversation: Conversation) -> tuple[Marker, ...]:
    """List the markers of *conversation*: those of tools, then those of messages, in order.

    Contract:
        Markers of Anthropic's format and of Bedrock's; one inside a block that nobody here
        knows is not seen, unless it is the block.

    Complexity: O(tools + parts + calls).

    Source: Anthropic's API reference.

    Examples:
        >>> from ctxfn.messages import Text, chat, freeze, user
        >>> kept = (("anthropic", freeze({"cache_control": {"type": "ephemeral"}})),)
        >>> markers_in(Conversation(chat(user(Text("hi", None, kept)))))[0].field
        'parts'
    """
    found: list[Marker] = []
    for number, tool in enumerate(conversation.tools or ()):
        _look(tool.extras, None, "tools", number, found)
    plain = only_words_and_calls(conversation.messages)
    for index in () if plain else unusual(conversation.messages):
        node = conversation.messages[index]
        if node.extras:
            _look(node.extras, index, "extras", 0, found)
        for number, part in enumerate(node.parts):
            held = ((part.codec, part.value),) if isinstance(part, Opaque) else part.extras
            if held:
                system = isinstance(node, System)
                _look(held, index, "parts", number, found, system=system)
        if type(node) is Assistant:
            for number, call in enumerate(node.calls):
                _look(call.extras, index, "calls", number, found)
            for number, thought in enumerate(node.reasoning):
                _look(thought.extras, index, "reasoning", number, found)
    return tuple(found)


def _look(
    extras: Extras,
    index: int | None,
    field: str,
    number: int,
    found: list[Marker],
    *,
    system: bool = False,
) -> None:
    for codec, key in MARKER_KEYS.items() if extras else ():
        carried = extra(extras, codec)
        inner = carried.get("toolResult")
        if codec != CODEC and field == "extras" and isinstance(inner, dict):
            carried = inner  # beside the keys of the message around it
        marker = carried.get(key)
        if isinstance(marker, dict):
            long = marker.get("ttl") == "1h"
            found.append(Marker(index, field, number, long, system, codec))


def surplus_markers(markers: tuple[Marker, ...], most: int | None) -> tuple[Marker, ...]:
    """Return those of *markers* to leave out so that *most* are left: the oldest of messages.

    Contract:
        Those of tools and of the system text stay, and the newest of the others.

    Complexity: O(markers).

    Source: catalogue rule ``cache-breakpoint-count``.

    Examples:
        >>> said = tuple(Marker(index, "parts", 0, False) for index in range(6))
        >>> [one.index for one in surplus_markers(said, 4)]
        [0, 1]
    """
    if most is None or len(markers) <= most:
        return ()
    loose = [one for one in markers if one.index is not None and not one.system]
    return tuple(loose[: len(markers) - most])


def late_markers(markers: tuple[Marker, ...]) -> tuple[Marker, ...]:
    """Return those of *markers* that are for an hour behind one for five minutes.

    Contract:
        In order; the first of the short ones is none of them.

    Complexity: O(markers).

    Source: catalogue rule ``cache-ttl-order``.

    Examples:
        >>> late_markers((Marker(0, "parts", 0, False), Marker(1, "parts", 0, True)))[0].index
        1
    """
    short = next((place for place, one in enumerate(markers) if not one.long), len(markers))
    return tuple(one for one in markers[short:] if one.long)
