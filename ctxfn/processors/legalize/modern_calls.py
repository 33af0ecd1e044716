"""Ask and answer by tool calls alone, where calls of the old kind cannot stay."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from attrs import evolve

from ctxfn.context import Note
from ctxfn.messages import (
    Assistant,
    Messages,
    Node,
    Pairing,
    Place,
    ToolName,
    ToolResult,
    pair,
    reuse,
    with_calls,
)
from ctxfn.pipeline import Changed, processor
from ctxfn.tools import wire_name
from ctxfn.wire import beyond_words_and_calls, is_one_text

__all__ = ["mixed_calls", "modern_calls"]

#: What ``function_call`` and the role ``function`` are: one call a message, told by its name.
_OLD: Final = "function_call"


@processor
def modern_calls(messages: Messages, /, *, everywhere: bool = False) -> Messages | Changed:
    """Make tool calls of calls of the old kind, and tool results of their results.

    A call of the old kind has no id on the wire and is answered under the role ``function``,
    by name. Beside tool calls, or answered by a tool result, nothing ties the two together.

    Contract:
        If one is mixed up with tool calls (`mixed_calls`), or *everywhere*, all of them become
        tool calls, with the ids they were read with. One that nothing answers takes the id of
        the one result right behind it that answers nothing. Each message changed is noted.
        Histories of one kind stay as they are: the same object. Twice is once.

    Complexity: O(nodes + calls).

    Source: catalogue rules ``unknown-role`` and ``tool-result-wrong-id``; OpenAI's published
    interface description, which calls the old kind deprecated.

    Examples:
        >>> from ctxfn.messages import Call, assistant, chat, tool_result
        >>> asked = assistant("", Call("c1", "now", kind="function_call"))
        >>> modern_calls(chat(asked, tool_result("c1", "noon")))[0].calls[0].kind
        'function'
    """
    old = [place for place in beyond_words_and_calls(messages) if _is_old(messages[place])]
    if not old:
        return messages
    pairing = pair(messages)
    adopted = _adopted(messages, pairing)
    if not (everywhere or adopted or mixed_calls(messages, pairing)):
        return messages
    after: list[Node] = list(messages)
    notes: list[Note] = []
    for place in old:
        node = after[place]
        after[place] = _modern(node, adopted.get(place))
        ids = () if node.id is None else (node.id,)
        text = "a call of the old kind is a tool call, its result a tool's"
        notes.append(Note("modern_calls", "modern-call", text, ids, (place,)))
    return Changed(reuse(messages, after), tuple(notes))


def mixed_calls(messages: Messages, pairing: Pairing | None = None) -> tuple[Place, ...]:
    """Return the calls that stand beside others of the other kind, or are answered by such.

    Contract:
        In order. Old kinds alone, each in its own message and answered as such, by its name and
        one text, are not mixed.

    Complexity: O(nodes + calls).

    Source: ours.

    Examples:
        >>> from ctxfn.messages import Call, assistant, call, chat
        >>> mixed_calls(chat(assistant("", Call("f", "now", kind="function_call"), call("c"))))
        (Place(message=0, call=0),)
    """
    if not any(map(_is_old, messages)):
        return ()
    found: list[Place] = []
    for place, results in (pairing or pair(messages)).answers.items():
        asked = messages[place.message]
        assert isinstance(asked, Assistant)
        old = asked.calls[place.call].kind == _OLD
        crowded = old and len(asked.calls) > 1
        named = asked.calls[place.call].tool
        if crowded or any(_is_amiss(messages[index], old, named) for index in results):
            found.append(place)
    return tuple(found)


def _is_amiss(result: Node, old: bool, named: ToolName | str) -> bool:
    """Say whether *result* cannot be told to answer a call of this kind to a tool so *named*."""
    if _is_old(result) is not old or not isinstance(result, ToolResult):
        return True
    alike = result.tool is not None and _wire(result.tool) == _wire(named)
    return old and not (alike and is_one_text(result))


def _wire(tool: ToolName | str) -> str:
    return tool if isinstance(tool, str) else wire_name(tool)


def _is_old(node: Node) -> bool:
    if isinstance(node, ToolResult):
        return node.kind == _OLD
    return isinstance(node, Assistant) and any(call.kind == _OLD for call in node.calls)


def _adopted(messages: Messages, pairing: Pairing) -> dict[int, str]:
    """Map messages whose one old call nothing answers to the id of the orphan behind them."""
    orphans = frozenset(pairing.orphans)
    found: dict[int, str] = {}
    for place, results in pairing.answers.items():
        node = messages[place.message]
        if results or not orphans or not isinstance(node, Assistant) or not _is_old(node):
            continue
        behind = [index for index in _run(messages, place.message) if index in orphans]
        named = [_call_id(messages[index]) for index in behind]
        if len(node.calls) == 1 and len(named) == 1 and named[0]:
            found[place.message] = named[0]
    return found


def _run(messages: Messages, place: int) -> Iterable[int]:
    place += 1
    while place < len(messages) and isinstance(messages[place], ToolResult):
        yield place
        place += 1


def _call_id(node: Node) -> str:
    return node.call_id if isinstance(node, ToolResult) else ""


def _modern(node: Node, call_id: str | None) -> Node:
    if isinstance(node, ToolResult):
        return evolve(node, kind="function", written=None)
    assert isinstance(node, Assistant)
    calls = tuple(
        evolve(call, kind="function", id=call_id or call.id) if call.kind == _OLD else call
        for call in node.calls
    )
    return with_calls(node, calls)
