"""Read at once what nearly all messages are: a role, a text, calls and answers without frills."""

from __future__ import annotations

from ctxfn.messages import NOWHERE, Assistant, Call, Node, System, Text, ToolResult, User
from ctxfn.wire.openai_chat.legacy import Pending
from ctxfn.wire.openai_chat.written import (
    ANSWER,
    CALLS,
    PLAIN,
    SILENT_CALLS,
    USUAL_CALL,
    USUAL_FUNCTION,
)

__all__ = ["read_plain", "read_plain_call"]


def read_plain(role: object, row: dict[str, object], pending: Pending) -> Node | None:
    """Read *row* if it is plain, or say by ``None`` that it takes the long way.

    All fields are given by place: by name, a constructor takes a third longer.

    Contract:
        The same record as by the long way; only faster.
    """
    if len(row) == 2:
        return _read_said(role, row)
    if len(row) == 3:
        if role == "tool":
            return _read_answer(row, pending)
        if role == "assistant" and "tool_calls" in row:
            return _read_calls(row, pending)
    return None


def _read_said(role: object, row: dict[str, object]) -> Node | None:
    form = PLAIN.get(tuple(row))
    if form is None:
        return None
    content = row["content"]
    if type(content) is not str:
        return None
    parts = (Text(content),) if content else ()
    if role == "assistant":
        return Assistant(parts, None, (), (), None, None, (), (), NOWHERE, (), form)
    if role == "user":
        return User(parts, None, None, (), (), NOWHERE, (), form)
    return System(parts, written=form) if role == "system" else None


def _read_answer(row: dict[str, object], pending: Pending) -> Node | None:
    if tuple(row) != ANSWER.keys or pending.any_custom:
        return None
    content, call_id = row["content"], row["tool_call_id"]
    if type(content) is not str or type(call_id) is not str:
        return None
    parts = (Text(content),) if content else ()
    return ToolResult(
        parts, None, call_id, None, None, None, None, "function", (), (), NOWHERE, (), ANSWER
    )


def _read_calls(row: dict[str, object], pending: Pending) -> Node | None:
    if tuple(row) != CALLS.keys or pending.any_custom:
        return None
    content, asked = row["content"], row["tool_calls"]
    if type(asked) is not list or not asked:
        return None
    read = [read_plain_call(one) for one in asked]
    calls = tuple([call for call in read if call is not None])
    if len(calls) < len(read):
        return None
    form = CALLS
    if content is None:
        content, form = "", SILENT_CALLS
    elif type(content) is not str:
        return None
    parts = (Text(content),) if content else ()
    return Assistant(parts, None, calls, (), None, None, (), (), NOWHERE, (), form)


def read_plain_call(value: object) -> Call | None:
    """Read a call whose keys are the usual ones in the usual order."""
    if type(value) is not dict or len(value) != 3 or value.get("type") != "function":
        return None
    function, call_id = value.get("function"), value.get("id")
    if type(function) is not dict or tuple(function) != USUAL_FUNCTION:
        return None
    name, arguments = function["name"], function["arguments"]
    if type(name) is str and type(arguments) is str and type(call_id) is str:
        return Call(call_id, name, arguments) if tuple(value) == USUAL_CALL else None
    return None
