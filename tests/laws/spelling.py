"""Conversations as a format spells them, where the records leave the spelling free."""

from __future__ import annotations

import json

from attrs import evolve

from ctxfn.messages import (
    Assistant,
    Call,
    File,
    Image,
    Messages,
    Node,
    Part,
    ToolResult,
    over_messages,
)

__all__ = ["as_anthropic_spells"]


def as_anthropic_spells(messages: Messages) -> Messages:
    """Write arguments as the JSON of an object is written anew, and inline addresses as bytes.

    The format has objects for arguments, so the blanks between their words are nobody's, and
    bytes with a type where others have an address that holds both. A result that was made up
    is a failure there.
    """
    return over_messages(_spelled, messages)


def _spelled(node: Node) -> Node:
    parts = tuple(_medium(part) for part in node.parts)
    if isinstance(node, Assistant):
        return evolve(node, parts=parts, calls=tuple(map(_compact, node.calls)))
    if isinstance(node, ToolResult):  # one that was made up is written as a failure
        return evolve(node, parts=parts, synthetic=None)
    return evolve(node, parts=parts)


def _compact(call: Call) -> Call:
    try:
        value = json.loads(call.arguments or "{}")
    except ValueError:
        return call
    text = json.dumps({} if value is None else value, ensure_ascii=False, separators=(",", ":"))
    return evolve(call, arguments=text)


def _medium(part: Part) -> Part:
    if not isinstance(part, Image | File) or part.data is not None or part.url is None:
        return part
    head, mark, data = part.url.partition(";base64,")
    if not mark or not head.startswith("data:"):
        return part
    return evolve(part, url=None, data=data, media_type=head.removeprefix("data:"))
