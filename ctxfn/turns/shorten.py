"""Shortening: the first characters of a text, and a mark that says so."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from attrs import evolve

from ctxfn.messages import (
    Assistant,
    Message,
    Origin,
    Reasoning,
    Text,
    ToolResult,
    text_of,
    with_parts,
)
from ctxfn.tools import wire_name
from ctxfn.turns.entries import Entry
from ctxfn.turns.wording import Wording

__all__ = ["clip", "clip_reasoning", "clip_words", "digest", "reasoning_of"]

#: Characters of each result that a digest shows.
_PREVIEW: Final = 100


def clip(text: str, keep: int, mark: str, cost: Callable[[str], int]) -> str:
    """Return the first *keep* characters of *text* and *mark*, unless that costs no less."""
    if len(text) <= keep:
        return text
    cut = text[:keep] + mark
    return cut if cost(cut) < cost(text) else text


def clip_words(message: Message, keep: int, mark: str, cost: Callable[[str], int]) -> Message:
    """Return *message* with its words clipped; its media stay."""
    words = text_of(message)
    cut = clip(words, keep, mark, cost)
    if cut == words:
        return message
    media = tuple(part for part in message.parts if not isinstance(part, Text))
    return with_parts(message, (Text(cut), *media))


def reasoning_of(message: Message) -> str:
    """Return what *message* thought, as one text."""
    return "".join(one.text for one in message.reasoning) if isinstance(message, Assistant) else ""


def clip_reasoning(message: Message, keep: int, mark: str, cost: Callable[[str], int]) -> Message:
    """Return *message* with its reasoning clipped. A signature does not fit a part, and goes."""
    thought = reasoning_of(message)
    cut = clip(thought, keep, mark, cost)
    if cut == thought or not isinstance(message, Assistant):
        return message
    return evolve(message, reasoning=(Reasoning(cut, model=message.reasoning[0].model),))


def digest(group: Sequence[Entry], wording: Wording) -> Entry:
    """Return one message that says what the calls of *group* were and how their results begin."""
    asked = group[0].message
    results = {
        entry.message.call_id: text_of(entry.message)
        for entry in group[1:]
        if isinstance(entry.message, ToolResult)
    }
    told = []
    for call in asked.calls if isinstance(asked, Assistant) else ():
        name = call.tool if isinstance(call.tool, str) else wire_name(call.tool)
        result = results.get(call.id)
        seen = wording.no_result if result is None else result[:_PREVIEW]
        dots = "..." if result is not None and len(result) > _PREVIEW else ""
        told.append(f"{name} → {seen}{dots}")
    line = wording.digest + " | ".join(told)
    own = text_of(asked)
    words = f"{own}\n{line}" if own else line
    made = Origin(ours="trim")
    made_id = None if asked.id is None else f"ctxfn:digest:{asked.id}"
    return Entry(Assistant((Text(words),), made_id, origin=made), "turn", "digest")
