"""Calls that later messages refer to without saying so: old single calls, and custom tools."""

from __future__ import annotations

from collections.abc import Iterable

from ctxfn.messages import Call
from ctxfn.wire.openai_chat.spelling import spelled

__all__ = ["Pending", "legacy_id"]


def legacy_id(index: int) -> str:
    """Make the id of the old single call in message *index*, which has none of its own."""
    return f"function_call:{index}"


class Pending:
    """The calls so far: what a result that names only its function answers, and its kind.

    Reading and writing both walk a conversation with one, so that they agree.
    """

    __slots__ = ("_as_tools", "_custom", "_open", "any_custom")

    def __init__(self) -> None:
        self.any_custom = False
        self._open: dict[str, list[str]] = {}
        self._custom: set[str] = set()
        self._as_tools: set[str] = set()

    def copy(self) -> Pending:
        """Return another that goes on from here by itself."""
        other = Pending()
        other.any_custom = self.any_custom
        other._open = {name: ids.copy() for name, ids in self._open.items()}
        other._custom, other._as_tools = self._custom.copy(), self._as_tools.copy()
        return other

    def ask(self, calls: Iterable[Call]) -> None:
        """Take note of *calls*."""
        single = False
        for call in calls:
            if call.kind == "function_call" and single:
                self._as_tools.add(call.id)
            elif call.kind == "function_call":
                single = True
                self._open.setdefault(spelled(call.tool), []).append(call.id)
            elif call.kind == "custom":
                self._custom.add(call.id)
                self.any_custom = True
            elif self._custom:
                self._custom.discard(call.id)

    def answered(self, function: str) -> str:
        """Return the id of the nearest open call of *function*, which is open no longer."""
        waiting = self._open.get(function)
        return waiting.pop() if waiting else ""

    def is_written_as_tool(self, call_id: str) -> bool:
        """Say whether *call_id* is of an old call that was not the only one of its message."""
        return call_id in self._as_tools

    def kind_of(self, call_id: str) -> str:
        """Return the kind of call that a result with *call_id* answers."""
        return "custom" if call_id in self._custom else "function"
