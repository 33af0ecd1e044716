"""Make function calls of calls that the target has no type for."""

from __future__ import annotations

import json
from typing import Final

from attrs import evolve

from ctxfn.context import Note
from ctxfn.messages import Assistant, Call, ToolResult
from ctxfn.pipeline import Told, each_message

__all__ = ["plain_calls"]

_KNOWN: Final = frozenset({"function", "custom", "function_call"})


@each_message
def plain_calls(
    message: Assistant | ToolResult, /, *, custom: bool = False
) -> Assistant | ToolResult | Told:
    """Write calls of kinds of their own as calls of a function that is named as they are.

    Contract:
        What the call held becomes the arguments: as they are, if it has any; else the JSON of
        all the format it was read from kept of it. With *custom* a call with free text is one of
        those, its text held under ``input``, and its result is a function's. Each message changed is noted. One whose
        calls are all functions, custom tools and calls of the old kind is the same object.

    Complexity: O(size of the calls).

    Source: OpenAI's published interface description, which lists the types of calls.

    Examples:
        >>> from ctxfn.messages import assistant, chat
        >>> asked = assistant("", Call("c1", "search", '{"q":"x"}', kind="web"))
        >>> plain_calls(chat(asked))[0].calls[0].kind
        'function'
    """
    known = _KNOWN - {"custom"} if custom else _KNOWN
    if isinstance(message, ToolResult):
        turns = custom and message.kind == "custom"
        return evolve(message, kind="function") if turns else message
    if all(call.kind in known for call in message.calls):
        return message
    odd = tuple(call for call in message.calls if call.kind not in known)
    calls = tuple(_plain(call, known) for call in message.calls)
    kinds = ", ".join(repr(call.kind) for call in odd)
    ids = tuple(call.id for call in odd)
    note = Note("plain_calls", "call-as-function", f"calls of a function now: {kinds}", ids)
    return Told((evolve(message, calls=calls, written=None),), (note,))


def _plain(call: Call, known: frozenset[str]) -> Call:
    if call.kind in known:
        return call
    if call.kind == "custom":
        text = json.dumps({"input": call.arguments}, ensure_ascii=False, separators=(",", ":"))
        return evolve(call, arguments=text, kind="function", extras=())
    name, arguments = call.tool or call.kind, call.arguments
    if arguments == "{}" and call.extras:
        arguments = call.extras[0][1].text
    return evolve(call, tool=name, arguments=arguments, kind="function", extras=())
