"""The frame of an encode whose rows are turns: a record at a time, then the body around them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from ctxfn.messages import Assistant, Messages, Node, System, ToolResult, Unknown, User
from ctxfn.wire.codec import Conversation, Encoded
from ctxfn.wire.losses import Losses

__all__ = ["TurnRows", "encode_turns", "settings_of"]


class TurnRows(Protocol):
    """The rows of a body as they are being written, and the field for system text beside them."""

    rows: list[object]
    system: object

    def add_user(self, node: User) -> None:
        """Write what a person says."""

    def add_result(self, node: ToolResult) -> None:
        """Write a result."""

    def add_answer(self, node: Assistant) -> None:
        """Write what a model says."""

    def add_system(self, node: System) -> None:
        """Write the system's words."""


def encode_turns(
    conversation: Conversation,
    rows: TurnRows,
    writer: Losses,
    body: Callable[[], dict[str, object]],
) -> Encoded:
    """Write all messages into *rows*, and *body* around them if there is one."""
    _write_all(conversation.messages, rows, writer)
    if conversation.settings is None and rows.system is None:
        if conversation.tools is not None:
            writer.lose("tools", "a bare list of messages has no place for tools")
        return Encoded(rows.rows, writer.all_losses())
    if conversation.settings is None:
        writer.lose("", "a bare list of messages has no place for system text: a body was written")
    fields = body()
    return Encoded(fields, writer.all_losses())


def _write_all(messages: Messages, rows: TurnRows, writer: Losses) -> None:
    """Write *messages* into *rows*; what is no message of the format is a loss."""
    for index, node in enumerate(messages):
        writer.index = index
        _add(node, rows, writer)
    writer.index = None


def _add(node: Node, rows: TurnRows, writer: Losses) -> None:
    match node:
        case User():
            rows.add_user(node)
        case ToolResult():
            rows.add_result(node)
        case Assistant():
            rows.add_answer(node)
        case System():
            rows.add_system(node)
        case Unknown():
            writer.lose("role", f"the role {node.role!r}, which the format does not have")
        case _:
            writer.lose("", f"a card ({node.role!r}); flatten it first")


def settings_of(conversation: Conversation, writer: Losses) -> dict[str, object]:
    """Return a fresh copy of the settings; what is no object is a loss."""
    settings = {} if conversation.settings is None else conversation.settings.thaw()
    if isinstance(settings, dict):
        return settings
    writer.lose("settings", "settings that are no object")
    return {}
