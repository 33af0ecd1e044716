"""What a request says of the server's memory: what it holds, and whether it keeps what it is sent."""

from __future__ import annotations

from typing import Final

from attrs import frozen

from ctxfn.wire.codec import Conversation

__all__ = ["ServerState", "server_state"]


@frozen
class ServerState:
    """Whether the server keeps the items of this request, so that their ids mean something.

    `earlier`: it holds what was said before. Results whose calls are there tell so themselves
    as well: `ctxfn.messages.AskedElsewhere`.
    """

    stores: bool = True
    earlier: bool = False


#: Settings that name what a server holds.
_EARLIER: Final = ("previous_response_id", "conversation")
_USUAL: Final = ServerState()


def server_state(conversation: Conversation, /) -> ServerState:
    """Return what the settings of *conversation* say of the server's memory.

    Contract:
        A server stores unless it is told not to (``store: false``).

    Complexity: O(1).

    Source: OpenAI's API reference, "Create a model response".

    Examples:
        >>> from ctxfn.messages import chat, freeze
        >>> server_state(Conversation(chat(), settings=freeze({"store": False})))
        ServerState(stores=False, earlier=False)
    """
    settings = None if conversation.settings is None else conversation.settings.shared()
    if not isinstance(settings, dict):
        return _USUAL
    earlier = any(bool(settings.get(key)) for key in _EARLIER)
    return ServerState(settings.get("store") is not False, earlier)
