"""Kept items that stand alone: half of what a client ran for the server, and names of nothing."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from ctxfn.messages import Assistant, Node, Opaque, ToolResult, User
from ctxfn.wire.openai_responses.held import is_reference
from ctxfn.wire.openai_responses.written import CODEC
from ctxfn.wire.server_state import ServerState

__all__ = ["StrayItem", "stray_items"]

#: Whose output is of which type; these alone are answered by a client.
_ANSWERS: Final = {
    "computer_call": "computer_call_output",
    "local_shell_call": "local_shell_call_output",
    "shell_call": "shell_call_output",
    "apply_patch_call": "apply_patch_call_output",
}
_OUTPUTS: Final = frozenset(_ANSWERS.values())
#: The one answer whose own id is that of its call.
_BY_ID: Final = "local_shell_call_output"


#: No id of a call is longer.
_LONGEST: Final = 64


class StrayItem(NamedTuple):
    """A part of an answer that is half of a pair: which message, which part, and its type."""

    message: int
    part: int
    type: str


class _Open(NamedTuple):
    stray: StrayItem
    wanted: str


def stray_items(messages: Sequence[Node], /, *, state: ServerState) -> tuple[StrayItem, ...]:
    """List the calls of the server's own tools that nobody answered, and answers without a call.

    Contract:
        An answer follows its call, is of its type, and comes before a person speaks again. A
        call without an id can have none. Where the server holds what came before, an answer
        may be to a call there; where it stores nothing, nothing can be referred to. In order.

    Complexity: O(parts).

    Source: the catalogue's section on pairing; OpenAI's published interface description.

    Examples:
        >>> from ctxfn.wire import codec_named
        >>> rows = [{"type": "shell_call_output", "call_id": "c1", "output": []}]
        >>> stray_items(codec_named("openai_responses").decode(rows).messages, state=ServerState())[0].type
        'shell_call_output'
    """
    walk = _Walk(state)
    for index, node in enumerate(messages):
        if isinstance(node, User):
            walk.close()
        if isinstance(node, ToolResult) and node.marks:
            walk.answer(node.call_id)
        for number, part in enumerate(node.parts if isinstance(node, Assistant) else ()):
            if isinstance(part, Opaque) and part.codec == CODEC:
                walk.take(part, index, number)
    walk.close()
    return tuple(sorted(walk.stray))


class _Walk:
    """Calls waiting for an answer, ids that have one, and what is stray so far."""

    __slots__ = ("_answered", "_state", "_waiting", "stray")

    def __init__(self, state: ServerState) -> None:
        self._state = state
        self._waiting: dict[str, _Open] = {}
        self._answered: set[str] = set()
        self.stray: list[StrayItem] = []

    def close(self) -> None:
        """Nothing that waits will be answered any more."""
        self.stray += [one.stray for one in self._waiting.values()]
        self._waiting = {}

    def answer(self, call_id: str) -> None:
        """Note that a call the server holds has its answer."""
        self._answered.add(call_id)

    def take(self, part: Opaque, index: int, number: int) -> None:
        """Look at one item."""
        value = part.value.shared()
        if is_reference(part):
            named = value.get("id") if isinstance(value, dict) else None
            if not self._state.stores or not isinstance(named, str):
                self.stray.append(StrayItem(index, number, "item_reference"))
            return
        kind = value.get("type") if isinstance(value, dict) else None
        if not isinstance(value, dict) or not isinstance(kind, str):
            return
        here = StrayItem(index, number, kind)
        named = value.get("id" if kind == _BY_ID else "call_id")
        call_id = named if isinstance(named, str) and len(named) <= _LONGEST else ""
        if kind in _ANSWERS:
            if not call_id or call_id in self._waiting:
                self.stray.append(here)
            else:
                self._waiting[call_id] = _Open(here, _ANSWERS[kind])
        elif kind in _OUTPUTS and not self._is_awaited(call_id, kind):
            self.stray.append(here)

    def _is_awaited(self, call_id: str, kind: str) -> bool:
        asked = self._waiting.get(call_id)
        if asked is None:
            awaited = self._state.earlier and call_id != "" and call_id not in self._answered
        else:
            awaited = asked.wanted == kind
        if awaited:
            self._waiting.pop(call_id, None)
            self._answered.add(call_id)
        return awaited
