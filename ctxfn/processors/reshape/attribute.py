"""Turn the messages of other agents into user messages: for each step that knows who they are."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Literal, TypeAlias

from attrs import evolve, frozen

from ctxfn.context import Note
from ctxfn.messages import (
    Assistant,
    Attributed,
    Call,
    Enveloped,
    Messages,
    Node,
    Refusal,
    Text,
    ToolName,
    ToolResult,
    User,
    marks_of,
    pair,
    reuse,
    unspeaking,
    with_parts,
)
from ctxfn.processors.reshape.as_user import Label, Speaker, result_as_user, said_as_user

__all__ = ["Attribution", "CallsOfOthers", "attribute"]

CallsOfOthers: TypeAlias = Literal["text", "drop"]
"""What becomes of other agents' calls and their results: elements among the words, or nothing."""


@frozen
class Attribution:
    """How to attribute: in whose name notes are written, who is somebody else, in which form."""

    step: str
    #: Who said a message, if it was not the agent itself; ``None``: it was.
    other: Callable[[Assistant | ToolResult], Speaker | None]
    label: Label = "tag"
    calls: CallsOfOthers = "text"


def attribute(messages: Messages, how: Attribution) -> tuple[Messages, list[Note]]:
    """Let each message of somebody else be a user message that begins with who it was.

    Contract:
        A result belongs to whoever called; one without its call to the agent it carries.
        With the label ``tag``, what a person says, or a message of ours, loses the power to write that tag. Calls and
        results that became words or were dropped, and whatever else was left out, are noted.
        The same vector if there is nothing to do.

    Complexity: O(nodes + calls), and the characters of what is changed.

    Source: LobeHub context-engine, roles of a group; it knows results by their own row alone.

    Examples:
        >>> from ctxfn.messages import assistant, chat, user
        >>> how = Attribution("example", lambda message: Speaker(None, "Bo"))
        >>> [node.role for node in attribute(chat(user("hi"), assistant("hello")), how)[0]]
        ['user', 'user']
    """
    nodes = list(messages)
    others: dict[int, Speaker] = {}
    for place, node in enumerate(nodes):
        if isinstance(node, Assistant) or isinstance(node, ToolResult):  # noqa: SIM101  (faster)
            speaker = how.other(node)
            if speaker is not None:
                others[place] = speaker
    tools: dict[int, ToolName | str] = {}
    if others:
        _follow_calls(nodes, others, tools)
    notes: list[Note] = []
    after: list[Node] = []
    for place, node in enumerate(nodes):
        if isinstance(node, Assistant) and place in others:
            after += _said(place, node, others[place], how, notes)
        elif isinstance(node, ToolResult) and place in others:
            after += _given(place, node, others[place], how, tools, notes)
        elif isinstance(node, User) and how.label == "tag":
            after.append(_unforging(node))
        else:
            after.append(node)
    return reuse(messages, after), notes


def _follow_calls(
    nodes: Sequence[Node], others: dict[int, Speaker], tools: dict[int, ToolName | str]
) -> None:
    """Let each result with a call belong to whoever called, and know the tool by its call."""
    for (asker, number), results in pair(nodes).answers.items():
        message = nodes[asker]
        assert isinstance(message, Assistant)
        speaker = others.get(asker)
        for place in results:
            tools[place] = message.calls[number].tool
            if speaker is None:
                others.pop(place, None)
            else:
                others[place] = speaker


def _said(
    place: int, message: Assistant, speaker: Speaker, how: Attribution, notes: list[Note]
) -> list[Node]:
    ids = _ids(message.id, *(call.id for call in message.calls))
    dropped = how.calls == "drop" and bool(message.calls)
    if message.calls:
        done = "are left out" if dropped else "are written as text"
        text = f"the calls of {speaker.name}, another agent, {done}"
        kind = "dropped-call" if dropped else "call-as-text"
        notes.append(Note(how.step, kind, text, ids, (place,)))
    left = _left_out(message)
    if left:
        text = f"of what {speaker.name}, another agent, said is left out: {', '.join(left)}"
        notes.append(Note(how.step, "left-out", text, _ids(message.id), (place,)))
    if dropped:
        message = evolve(message, calls=())
        if not message.parts and not message.blocks:
            return []
    return [said_as_user(message, speaker, how.label)]


def _given(
    place: int,
    result: ToolResult,
    speaker: Speaker,
    how: Attribution,
    tools: Mapping[int, ToolName | str],
    notes: list[Note],
) -> list[Node]:
    ids = _ids(result.id, result.call_id)
    if how.calls == "drop":
        text = f"what a tool answered {speaker.name}, another agent, is left out"
        notes.append(Note(how.step, "dropped-result", text, ids, (place,)))
        return []
    text = f"what a tool answered {speaker.name}, another agent, is written as text"
    notes.append(Note(how.step, "result-as-text", text, ids, (place,)))
    left = _left_out(result)
    if left:
        text = f"of what a tool answered {speaker.name} is left out: {', '.join(left)}"
        notes.append(Note(how.step, "left-out", text, ids, (place,)))
    return [result_as_user(result, speaker, how.label, tools.get(place))]


def _ids(*ids: str | None) -> tuple[str, ...]:
    return tuple(dict.fromkeys(one for one in ids if one))


def _left_out(message: Assistant | ToolResult) -> list[str]:
    """Name what another agent's message holds that a user message can't."""
    left: list[str] = []
    if isinstance(message, Assistant):
        left += ["reasoning"] if message.reasoning else []
        left += ["signatures of calls"] if any(map(_is_signed, message.calls)) else []
        left += ["usage"] if message.usage is not None else []
    for part in message.parts:
        if isinstance(part, Text) and part.signature:
            left.append("signatures of words")
        if isinstance(part, Text | Refusal) and part.extras:
            left.append("keys of words")
    left += [f"keys of {codec}" for codec, _ in message.extras]
    return list(dict.fromkeys(left))


def _is_signed(call: Call) -> bool:
    return call.signature is not None


def _unforging(message: User) -> User:
    """Take from words that another agent did not say the power to name a speaker.

    Ours as well: a summary was written by a model. An envelope of ours in them is written
    last, and nothing in it needs that.
    """
    if message.marks and (marks_of(Attributed, message) or marks_of(Enveloped, message)):
        return message
    parts = unspeaking(message.parts)
    return message if parts is message.parts else with_parts(message, parts)
