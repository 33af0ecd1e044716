"""Leave out results of tools that a server runs, where the call they answer is gone."""

from __future__ import annotations

from typing import Final

from ctxfn.context import Note
from ctxfn.messages import Assistant, Opaque, Part, has_content, with_parts
from ctxfn.pipeline import Told, each_message

__all__ = ["drop_stray_server_results", "stray_server_results"]

_STEP: Final = "drop_stray_server_results"
_CODEC: Final = "anthropic"


@each_message
def drop_stray_server_results(message: Assistant, /) -> Assistant | Told:
    """Leave out of *message* what servers' tools answered to calls that are not in it.

    A server's call and its result stand in one answer; a result alone is refused for good.

    Contract:
        A call without a result stays: it is still being worked on. A message that held nothing
        else goes. Each is noted. Nothing stray: the same object. Twice is once.

    Complexity: O(parts).

    Source: catalogue rule ``server-tool-pair``.

    Examples:
        >>> from ctxfn.messages import assistant, chat, freeze
        >>> found = {"type": "web_search_tool_result", "tool_use_id": "s1", "content": []}
        >>> said = chat(assistant(Opaque("anthropic", freeze(found)), "Nothing new."))
        >>> len(drop_stray_server_results(said)[0].parts)
        1
    """
    stray = stray_server_results(message)
    if not stray:
        return message
    ids = () if message.id is None else (message.id,)
    text = f"{len(stray)} results of a server's tools without their calls left out"
    kept = tuple(part for number, part in enumerate(message.parts) if number not in stray)
    left = with_parts(message, kept)
    note = Note(_STEP, "stray-result", text, ids)
    return Told((left,) if has_content(left) else (), (note,))


def stray_server_results(message: Assistant) -> tuple[int, ...]:
    """Return the numbers of those parts that answer a call of a server's tool that is not there.

    Contract:
        In order; what another format keeps is not looked into.

    Complexity: O(parts).

    Source: ours.

    Examples:
        >>> from ctxfn.messages import assistant, freeze
        >>> found = freeze({"type": "mcp_tool_result", "tool_use_id": "s1"})
        >>> stray_server_results(assistant(Opaque("anthropic", found)))
        (0,)
    """
    if all(type(part) is not Opaque for part in message.parts):
        return ()
    blocks = [_block(part) for part in message.parts]
    asked = {one.get("id") for one in blocks if str(one.get("type")).endswith("_tool_use")}
    return tuple(
        number
        for number, one in enumerate(blocks)
        if str(one.get("type")).endswith("_tool_result") and one.get("tool_use_id") not in asked
    )


def _block(part: Part) -> dict[str, object]:
    value = part.value.shared() if isinstance(part, Opaque) and part.codec == _CODEC else None
    return value if isinstance(value, dict) else {}
