"""The kinds of items, and where one answer of a model ends and the next begins."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from ctxfn.wire.openai_responses.written import PieceKind

__all__ = ["CALL_TYPES", "OUTPUT_TYPES", "Run", "is_item", "kind_of"]

#: What a call's type says of its kind, and under which key its input stands.
CALL_TYPES: Final = {
    "function_call": ("function", "arguments"),
    "custom_tool_call": ("custom", "input"),
}
OUTPUT_TYPES: Final = {"function_call_output": "function", "custom_tool_call_output": "custom"}

#: Endings of the types of items that this codec keeps whole: calls of the server's own tools,
#: what came of them, lists of remote tools, requests for approval and their answers.
_ENDINGS: Final = ("_call", "_output", "_tools", "_request", "_response", "_reference", "_summary")
_WHOLE: Final = frozenset(("compaction", "program"))


def kind_of(row: Mapping[str, object]) -> PieceKind:
    """Say what kind of item *row* is; a row with a role and without a type is a message.

    Examples:
        >>> kind_of({"role": "user"}), kind_of({"type": "web_search_call"}), kind_of({"id": "m"})
        ('message', 'item', 'item')
    """
    said = row.get("type")
    if said == "reasoning":
        return "reasoning"
    if isinstance(said, str) and said in CALL_TYPES:
        return "call"
    if isinstance(said, str) and said in OUTPUT_TYPES:
        return "output"
    if isinstance(said, str) and said != "message":
        return "item"
    return "item" if said is None and "role" not in row and "id" in row else "message"


def is_item(value: object) -> bool:
    """Say whether *value*, kept whole among the parts of an answer, is an item of its own.

    Contract:
        By its type alone; other kept values are parts of a message's content.

    Examples:
        >>> is_item({"type": "web_search_call", "id": "ws_1"}), is_item({"type": "hologram"})
        (True, False)
    """
    if not isinstance(value, dict) or kind_of(value) != "item":
        return False
    said = value.get("type")
    if not isinstance(said, str):
        return said is None and value.keys() <= {"id", "type"}
    return said in _WHOLE or said.endswith(_ENDINGS)


class Run:
    """The model's items since anybody else had a word, as far as they are one answer.

    Reading and writing both walk a conversation with one, so that they agree.
    """

    __slots__ = ("_calls", "_message", "_parts", "empty")

    def __init__(self) -> None:
        self.empty = True
        self._message = self._parts = self._calls = False

    def breaks(self, kind: PieceKind) -> bool:
        """Say whether an item of *kind* begins another answer.

        One answer has one message. What is thought after something was said, with no call
        waiting, is thought for the next one; while a call waits, all belongs to one answer, for
        results follow the last of its calls.
        """
        if kind == "message":
            return self._message
        return kind == "reasoning" and self._parts and not self._calls

    def take(self, kind: PieceKind) -> None:
        """Count an item of *kind* in."""
        self.empty = False
        self._message |= kind == "message"
        self._parts |= kind in ("message", "item")
        self._calls |= kind == "call"
