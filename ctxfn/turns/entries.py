"""Entries: what a turn sends, with where each message came from."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final, Literal, TypeAlias, cast, get_args

from attrs import frozen

from ctxfn.errors import InvalidArgument, check_argument, shown
from ctxfn.messages import Message, check_nodes

__all__ = ["Entry", "Tag", "Zone"]

#: The three consecutive stretches of the list that is sent.
Zone: TypeAlias = Literal["head", "history", "turn"]

#: What an entry is: provenance, never a guess from its role or place.
Tag: TypeAlias = Literal[
    "prompt",
    "injected",
    "input",
    "instruction",
    "step",
    "draft",
    "feedback",
    "digest",
    "hint",
    "talk",
]

_WORDS: Final[Mapping[str, tuple[str, ...]]] = MappingProxyType(
    {"zone": get_args(Zone), "tag": get_args(Tag)}
)

_FLAT: Final = frozenset(get_args(Message))
_WAYS: Final = frozenset((zone, tag) for zone in get_args(Zone) for tag in get_args(Tag))


@frozen
class Entry:
    """A message of a list that is being composed, the `zone` it stands in, and what it is.

    Raises:
        InvalidMessages: `message` is none.
        InvalidArgument: it is a card, or there is no such zone or tag.
    """

    message: Message
    zone: Zone
    tag: Tag

    def __attrs_post_init__(self) -> None:
        zone, tag = cast("tuple[object, object]", (self.zone, self.tag))
        known = type(self.message) in _FLAT and type(zone) is str and type(tag) is str
        if known and (zone, tag) in _WAYS:
            return  # a history has a thousand of them, made anew in every turn
        check_nodes((self.message,))
        check_argument("Entry, message", self.message, Message, "a flat message, no card")
        for name, allowed in _WORDS.items():
            found = getattr(self, name)
            if not isinstance(found, str) or found not in allowed:
                expected = " or ".join(allowed)
                raise InvalidArgument(f"Entry, {name}", shown(found), expected)
