"""Give calls an id the target takes, and their results the same one."""

from __future__ import annotations

import hashlib
from typing import Annotated

from annotated_types import Ge
from attrs import evolve

from ctxfn.context import Note
from ctxfn.messages import Assistant, Messages, Node, Place, ToolResult, pair, reuse, with_calls
from ctxfn.pipeline import Changed, processor

__all__ = ["mend_call_ids"]


@processor
def mend_call_ids(
    messages: Messages, /, *, length: Annotated[int, Ge(16)] = 40
) -> Messages | Changed:
    """Replace call ids that are missing, or longer than *length* characters.

    Contract:
        A long id becomes a hash of itself, the same everywhere; a missing one is made of the
        place of its call, and a result without an id takes that of the next call without one
        that is still open. Call and result change together; ids that are fine stay, and if
        all are, so does the object. Deterministic: the same input, the same ids.

    Complexity: O(messages + calls).

    Source: catalogue rules ``tool-call-id-missing`` and ``tool-call-id-too-long``.

    Examples:
        >>> from ctxfn.messages import assistant, call, chat, tool_result
        >>> long = "x" * 50
        >>> said = mend_call_ids(chat(assistant(call(long)), tool_result(long, "42")))
        >>> said[0].calls[0].id == said[1].call_id, len(said[1].call_id)
        (True, 24)
    """
    wrong = [name for name in _ids(messages) if not name or len(name) > length]
    if not wrong:
        return messages
    after: list[Node] = list(messages)
    for place, results in pair(messages).answers.items():
        message = after[place.message]
        assert isinstance(message, Assistant)
        call = message.calls[place.call]
        if call.id and len(call.id) <= length:
            continue
        made = _hashed(call.id) if call.id else _placed(place)
        calls = (
            *message.calls[: place.call],
            evolve(call, id=made),
            *message.calls[place.call + 1 :],
        )
        after[place.message] = with_calls(message, calls)
        for index in results:
            after[index] = _renamed(after[index], made)
    for index, node in enumerate(after):
        if isinstance(node, ToolResult) and len(node.call_id) > length:
            after[index] = _renamed(node, _hashed(node.call_id))
    text = f"{len(wrong)} call ids were missing or too long, and were replaced"
    return Changed(reuse(messages, after), (Note("mend_call_ids", "ids-replaced", text),))


def _ids(messages: Messages) -> list[str]:
    found: list[str] = []
    for node in messages:
        if isinstance(node, Assistant):
            found += [call.id for call in node.calls]
        elif isinstance(node, ToolResult):
            found.append(node.call_id)
    return found


def _renamed(node: Node, made: str) -> Node:
    return evolve(node, call_id=made, written=None) if isinstance(node, ToolResult) else node


def _hashed(name: str) -> str:
    return "call_" + hashlib.sha256(name.encode("utf-8", "surrogatepass")).hexdigest()[:19]


def _placed(place: Place) -> str:
    return f"call_{place.message}_{place.call}"
