"""A call and its result that we make up, so that what is known arrives as a tool's answer."""

from __future__ import annotations

from typing import Final

from ctxfn.messages import (
    Assistant,
    Call,
    Messages,
    Node,
    Origin,
    Text,
    ToolName,
    ToolResult,
    ToolSnapshot,
    last_said,
    marks_of,
    reuse,
)

__all__ = ["with_pair"]

#: Who makes pairs; those of one run stand one behind the other.
_MAKERS: Final = frozenset({"goal_context", "onboarding_state"})


def with_pair(messages: Messages, maker: str, tool: ToolName | str, text: str) -> Messages:
    """Put a call of *tool* and *text* as its result behind the last thing a person said.

    Behind what local tools showed then, and behind other pairs of ours. A pair of *maker* that
    stands there is changed in its place, one that stands elsewhere is taken away: the
    conversation went on. Ids are derived from the maker, so the same text gives the same bytes.
    Where nobody spoke, nothing is put.
    """
    found = last_said(messages)
    if found is None:
        return messages
    end = _end_of_run(messages, found.place + 1)
    run = range(found.place + 1, end)
    pair = _made(maker, tool, text)
    old = [index for index, node in enumerate(messages) if node.origin.ours == maker]
    if len(old) == len(pair) and all(index in run for index in old):
        after = list(messages)
        for index, node in zip(old, pair, strict=True):
            after[index] = messages[index] if messages[index] == node else node
        return reuse(messages, after)
    before = [node for node in messages[:end] if node.origin.ours != maker]
    behind = [node for node in messages[end:] if node.origin.ours != maker]
    return reuse(messages, [*before, *pair, *behind])


def _made(maker: str, tool: ToolName | str, text: str) -> tuple[Node, ...]:
    origin, call = Origin(ours=maker), Call(f"ctxfn_{maker}", tool, "{}")
    return (
        Assistant((), f"ctxfn:{maker}", (call,), origin=origin),
        ToolResult((Text(text),), f"ctxfn:{maker}:result", call.id, tool, origin=origin),
    )


def _end_of_run(messages: Messages, place: int) -> int:
    """Where the pairs end that begin at *place*: made up, or replayed from a snapshot."""
    while place + 1 < len(messages):
        said, answered = messages[place], messages[place + 1]
        if not isinstance(said, Assistant) or not isinstance(answered, ToolResult):
            break
        if answered.origin.ours not in _MAKERS and not marks_of(ToolSnapshot, answered):
            break
        place += 2
    return place
