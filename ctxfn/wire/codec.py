"""A codec: two functions that undo each other, for one provider's writing of a conversation."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from attrs import field, frozen

from ctxfn.messages import Messages, Verbatim, Written
from ctxfn.tools import Declaration

if TYPE_CHECKING:
    from ctxfn.wire.profiles import Profile

__all__ = ["Codec", "Conversation", "Encoded", "Loss"]


@frozen
class Conversation:
    """What a request says: messages, tools, and every other key of it as `settings`.

    ``settings=None``: there was no request body, just a list of messages.
    `tools` is ``None`` if the request has no such key; an empty tuple is an empty list.
    `problems` says what decoding could not read as it stood: what it was read as, or that it
    was left out.
    """

    messages: Messages
    tools: tuple[Declaration, ...] | None = None
    settings: Verbatim | None = None
    written: Written = field(default=None, eq=False, repr=False)
    problems: tuple[Loss, ...] = field(default=(), eq=False)


@frozen
class Loss:
    """Something a format has no word for: which message (``None``: the request), where, why."""

    index: int | None
    path: str
    reason: str


class Encoded(NamedTuple):
    """A fresh body (a dict, or a list for a bare list of messages), and what it could not say."""

    body: object
    losses: tuple[Loss, ...]


Encode: TypeAlias = "Callable[[Conversation, Profile], Encoded]"
Decode: TypeAlias = Callable[[object], Conversation]
DecodeBytes: TypeAlias = Callable[[bytes], Conversation]


@frozen
class Codec:
    """One format. `decode` freezes foreign values deeply; `decode_bytes` parses and owns them."""

    name: str
    encode: Encode
    decode: Decode
    decode_bytes: DecodeBytes
