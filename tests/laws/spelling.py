"""Conversations as a format spells them, where the records leave the spelling free."""

from __future__ import annotations

import json

from attrs import evolve

from ctxfn.messages import (
    Assistant,
    Audio,
    Call,
    File,
    Image,
    Messages,
    Node,
    Part,
    ToolResult,
    Video,
    over_messages,
)
from ctxfn.wire.bedrock.media import KINDS, format_of, type_of
from ctxfn.wire.gemini.media import bytes_of

__all__ = ["as_anthropic_spells", "as_bedrock_spells"]


def as_anthropic_spells(messages: Messages) -> Messages:
    """Write arguments as the JSON of an object is written anew, and inline addresses as bytes.

    The format has objects for arguments, so the blanks between their words are nobody's, and
    bytes with a type where others have an address that holds both. A result that was made up
    is a failure there.
    """
    return over_messages(_spelled, messages)


def as_bedrock_spells(messages: Messages) -> Messages:
    """Write arguments and inline addresses as `as_anthropic_spells` does, of films and sounds too.

    A type of media is written by the word the format has for it.
    """
    return over_messages(_in_bedrock, as_anthropic_spells(messages))


def _in_bedrock(node: Node) -> Node:
    return evolve(node, parts=tuple(_bedrock_medium(part) for part in node.parts))


def _bedrock_medium(part: Part) -> Part:
    if not isinstance(part, Image | Video | Audio | File):
        return part
    data, said = bytes_of(part)
    if data is None:
        return part
    kind = next(word for word, one in KINDS.items() if one is type(part))
    word = format_of(part, kind, None)
    meant = said if word is None else type_of(kind, word)
    return evolve(part, url=None, data=data, media_type=meant)


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
