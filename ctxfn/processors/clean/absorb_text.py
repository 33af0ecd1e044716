"""Words that were stored between a wordless call and its result belong to the call's message."""

from __future__ import annotations

from collections.abc import Sequence

from attrs import evolve

from ctxfn.messages import Assistant, Node, ToolResult, is_blank, is_ours, text_of
from ctxfn.processors.clean.render_blocks import close_seams

__all__ = ["absorb_text", "absorbed_by"]


def absorbed_by(nodes: Sequence[Node], index: int, results: frozenset[int]) -> list[int]:
    """List the messages that *nodes[index]*, which calls, is to say as well.

    It is a run of messages of the same speaker without calls, right behind it, and right
    before one of its *results*: one answer that was stored in two pieces. A message that has
    words of its own takes none.
    """
    message = nodes[index]
    if not isinstance(message, Assistant) or not is_blank(text_of(message)):
        return []
    run: list[int] = []
    for place in range(index + 1, len(nodes)):
        node = nodes[place]
        if isinstance(node, ToolResult):
            return run if place in results else []
        if not isinstance(node, Assistant) or not _continues(message, node):
            return []
        run.append(place)
    return []


def absorb_text(message: Assistant, said: Sequence[Assistant]) -> Assistant:
    """Return *message* saying also what *said* says, in order, under its own id."""
    known = {codec for codec, _ in message.extras}
    extras = [pair for one in said for pair in one.extras if pair[0] not in known]
    whole = evolve(
        message,
        parts=(*message.parts, *(part for one in said for part in one.parts)),
        reasoning=(*message.reasoning, *(thought for one in said for thought in one.reasoning)),
        usage=message.usage or next((one.usage for one in said if one.usage), None),
        blocks=(*message.blocks, *(block for one in said for block in one.blocks)),
        marks=(*message.marks, *(mark for one in said for mark in one.marks)),
        extras=(*message.extras, *dict(extras).items()),
        written=None,
    )
    return close_seams(whole, message, *said)


def _continues(message: Assistant, node: Assistant) -> bool:
    same_speaker = (message.name, message.origin.agent) == (node.name, node.origin.agent)
    return same_speaker and not node.calls and bool(node.parts) and not is_ours(node)
