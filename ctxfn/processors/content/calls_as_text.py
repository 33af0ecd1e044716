"""Calls and results as words, for a model that cannot call."""

from __future__ import annotations

from typing import Final

from ctxfn.context import Note
from ctxfn.messages import (
    Assistant,
    Call,
    Messages,
    Node,
    Part,
    Text,
    ToolName,
    ToolResult,
    User,
    harmless,
    is_blank,
    pair,
    reuse,
    with_calls,
    with_parts,
)
from ctxfn.tools import wire_name

__all__ = ["calls_as_text"]

_STEP: Final = "render_calls"
_NOTHING: Final = frozenset({"", "{}"})


def calls_as_text(messages: Messages) -> tuple[Messages, list[Note]]:
    """Return *messages* without calls and tool messages, saying in words what they said.

    Contract:
        A message says what it called, each call on a line behind its own words, with the
        arguments as they were written. A result is a user message under its own id that says
        which tool answered; its words and media follow, and then the text of its error. Both
        are noted, and no tool can name a speaker so. Cards are left as they are.

    Complexity: O(nodes + calls).

    Source: LobeHub context-engine drops calls and error texts here; ours keeps them.

    Examples:
        >>> from ctxfn.messages import assistant, call, chat, text_of, tool_result
        >>> said = chat(assistant("Hm.", call("c1", "now")), tool_result("c1", error="no clock"))
        >>> [text_of(message) for message in calls_as_text(said)[0]]
        ['Hm.\\n\\nI called the tool now.', 'The tool now failed: no clock']
    """
    if not any(isinstance(node, ToolResult) or _calls_of(node) for node in messages):
        return messages, []
    notes: list[Note] = []
    written = _Written()
    names = _names(messages, written)
    after: list[Node] = []
    for place, node in enumerate(messages):
        if isinstance(node, Assistant) and node.calls:
            after.append(_saying_calls(place, node, written, notes))
        elif isinstance(node, ToolResult):
            after.append(_said(place, node, names.get(place, ""), notes))
        else:
            after.append(node)
    return reuse(messages, after), notes


def _calls_of(node: Node) -> tuple[Call, ...]:
    return node.calls if isinstance(node, Assistant) else ()


class _Written(dict[ToolName, str]):
    """Wire names of one run: making one takes longer than all else here."""

    def __missing__(self, tool: ToolName) -> str:
        name = self[tool] = wire_name(tool)
        return name

    def name(self, tool: ToolName | str) -> str:
        return tool if isinstance(tool, str) else self[tool]


def _names(messages: Messages, written: _Written) -> dict[int, str]:
    """Map each result to the name of its tool: its call's, else its own."""
    names = {
        place: written.name(node.tool)
        for place, node in enumerate(messages)
        if isinstance(node, ToolResult) and node.tool
    }
    for (asker, number), results in pair(messages).answers.items():
        tool = _calls_of(messages[asker])[number].tool
        if tool:
            names.update(dict.fromkeys(results, written.name(tool)))
    return names


def _saying_calls(
    place: int, message: Assistant, written: _Written, notes: list[Note]
) -> Assistant:
    lines = "\n".join(_line(call, written) for call in message.calls)
    ids = tuple(call.id for call in message.calls)
    text = "calls are written as text: the model cannot call tools"
    notes.append(Note(_STEP, "call-as-text", text, ids, (place,)))
    last = message.parts[-1] if message.parts else None
    parts: tuple[Part, ...] = (*message.parts, Text(lines))
    if isinstance(last, Text) and last.signature is None:
        said = f"{last.text}\n\n{lines}" if last.text else lines
        parts = (*message.parts[:-1], Text(said, None, last.extras))
    return with_parts(with_calls(message, ()), parts)


def _line(call: Call, written: _Written) -> str:
    named = f"I called the tool {written.name(call.tool)}" if call.tool else "I called a tool"
    blank = call.arguments.strip() in _NOTHING
    return f"{named}." if blank else f"{named} with: {call.arguments}"


def _said(place: int, result: ToolResult, name: str, notes: list[Note]) -> User:
    """Say what a tool said as a user message. It is not ours: the tool said it."""
    tool = f"tool {name}" if name else "tool"
    failed = None
    if result.error is not None and not is_blank(result.error.message):
        failed = f"The {tool} failed: {result.error.message}"
    blank = all(isinstance(part, Text) and is_blank(part.text) for part in result.parts)
    parts = () if blank else _labelled(f"Result of the {tool}:", result.parts)
    if failed:
        parts = (*parts, Text(failed))
    elif blank:
        parts = (Text(f"The {tool} gave no result."),)
    ids = tuple(one for one in (result.id, result.call_id) if one)
    text = "a result is written as the text of a user message: the model cannot call tools"
    notes.append(Note(_STEP, "result-as-text", text, ids, (place,)))
    parts = harmless(parts)
    return User(parts, result.id, None, result.blocks, result.marks, result.origin, result.extras)


def _labelled(label: str, parts: tuple[Part, ...]) -> tuple[Part, ...]:
    first = parts[0]
    if isinstance(first, Text) and first.signature is None:
        return (Text(f"{label}\n{first.text}", None, first.extras), *parts[1:])
    return (Text(label), *parts)
